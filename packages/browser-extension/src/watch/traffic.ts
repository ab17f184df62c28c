// For how long the tabs of agents have been quiet towards the network. A tab is watched from its first use, never the user's own.

import type { Clock } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';
import { NetworkWatch } from './network-watch.ts';

export interface Traffic {
  /** Begins to watch, once for each tab. */
  watch(tabId: number): void;
  /** For how long no request was open, in milliseconds. */
  stillness(tabId: number): number;
  forget(tabId: number): void;
}

export function createTraffic({ api, clock }: { readonly api: BrowserApi; readonly clock: Clock }): Traffic {
  const watches = new Map<number, NetworkWatch>();

  function watch(tabId: number): NetworkWatch {
    const known = watches.get(tabId);
    if (known !== undefined) return known;
    const made = new NetworkWatch({ api, clock, tabId, mayRead: () => false });
    watches.set(tabId, made);
    return made;
  }

  return {
    watch: (tabId) => void watch(tabId),
    stillness: (tabId) => watch(tabId).stillness(),
    forget(tabId) {
      watches.get(tabId)?.close();
      watches.delete(tabId);
    },
  };
}
