// How long each agent tab has had no open request. A tab is watched from its first use; the user's own tabs never are.

import type { Clock } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';
import { NetworkWatch } from './network-watch.ts';

export interface Traffic {
  /** Starts once for each tab. */
  watch(tabId: number): void;
  /** How long no request was open. */
  idleMs(tabId: number): number;
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
    idleMs: (tabId) => watch(tabId).idleMs(),
    forget(tabId) {
      watches.get(tabId)?.close();
      watches.delete(tabId);
    },
  };
}
