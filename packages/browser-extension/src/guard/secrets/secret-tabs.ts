// Which tabs show a site that took a secret, and what is refused there.
import type { BrowserApi } from '../../base/platform.ts';
import { siteOf } from '../../base/sites.ts';
import { refused, type SecretSites } from './secret-sites.ts';

export interface SecretTabs {
  /** Whether a document of the tab is of such a site. */
  isTouched(tabId: number): Promise<boolean>;
  /** The frames of such sites. */
  frames(tabId: number): Promise<readonly { readonly tabId: number; readonly frameId: number }[]>;
  /** Throws where one is; `what` is refused there. */
  requireUntouched(tabId: number, what: string): Promise<void>;
  /** Follows the tab until `end`. */
  watch(tabId: number): Promise<TabWatch>;
}

export interface TabWatch {
  /** Whether a document with a secret may have been in the tab meanwhile that is gone again, as by going back and forward. */
  hasChanged(): boolean;
  end(): void;
}

export function secretTabs(api: Pick<BrowserApi, 'webNavigation' | 'tabs'>, sites: SecretSites): SecretTabs {
  async function frames(tabId: number) {
    if (!sites.hasMarks) return [];
    const all = (await api.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
    const marked = all.filter(({ url }) => sites.isMarked(siteOf(url)));
    // A frame without an address of its own is of a page around it, or of the one that opened the tab: nobody knows which.
    const unknown = all.filter(({ url }) => !/^https?:/.test(url));
    const isOdd = unknown.some(({ frameId }) => frameId === 0);
    return (marked.length > 0 || isOdd ? [...marked, ...unknown] : []).map(({ frameId }) => ({ tabId, frameId }));
  }

  async function watch(tabId: number): Promise<TabWatch> {
    const { takes } = sites;
    const { onCommitted } = api.webNavigation;
    const arrived: { readonly frameId: number; readonly url: string }[] = [];
    const onCommit = (details: { readonly tabId: number; readonly frameId: number; readonly url: string }) => {
      if (details.tabId === tabId) arrived.push(details);
    };
    onCommitted.addListener(onCommit);
    const wasTouched = (await frames(tabId)).length > 0;
    const mayHold = ({ frameId, url }: (typeof arrived)[number]) =>
      sites.isMarked(siteOf(url)) || (frameId === 0 && !/^https?:/.test(url));
    return {
      // What was typed while it was watched, or just before, may have been sent, and the page left, by now.
      hasChanged: () =>
        sites.takes !== takes || (sites.hasMarks && arrived.some((document) => wasTouched || mayHold(document))),
      end: () => onCommitted.removeListener(onCommit),
    };
  }

  return {
    frames,
    watch,
    isTouched: async (tabId) => (await frames(tabId)).length > 0,
    async requireUntouched(tabId, what) {
      if ((await frames(tabId)).length === 0) return;
      throw refused(
        `${what} is not available in this tab: a secret was typed on a site that it shows.`,
        'Use snapshot or read_text, or another tab for another site.',
      );
    },
  };
}
