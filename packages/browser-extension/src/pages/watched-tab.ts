// A tab from the moment it was looked at: whether it has left its page, and whether a document of another site has come.
import type { BrowserApi } from '../base/platform.ts';
import { EMPTY_SITE, siteOf } from '../base/sites.ts';

export interface WatchedTab {
  /** Whether it has another page. */
  hasLeft(): boolean;
  /** Whether all its documents have one origin, also those that are on their way. It looks again once a frame navigates. */
  isOneSite(): Promise<boolean>;
  end(): void;
}

/** Two say already that there are several. */
const SITES_MAX = 2;
/** A page in which frames navigate faster than they can be looked at counts as one with several sites. */
const LOOKS_MAX = 5;

/** `look` tells whether the tab's documents have one origin, and these sites too. */
export function watchTab(
  { webNavigation }: Pick<BrowserApi, 'webNavigation'>,
  tabId: number,
  look: (tabId: number, coming: readonly string[]) => Promise<boolean>,
): WatchedTab {
  /** The sites of frames that navigate: one can take the focus when its document is there, and is known here before. */
  const coming = new Set<string>();
  let hasLeft = false;
  let isChanged = false;
  const onFrame = (details: { readonly tabId: number; readonly frameId: number; readonly url: string }) => {
    if (details.tabId !== tabId || details.frameId === 0) return;
    isChanged = true;
    const site = siteOf(details.url);
    if (site !== EMPTY_SITE && coming.size < SITES_MAX) coming.add(site);
  };
  const onCommitted = (details: { readonly tabId: number; readonly frameId: number; readonly url: string }) => {
    onFrame(details);
    hasLeft ||= details.tabId === tabId && details.frameId === 0;
  };
  webNavigation.onBeforeNavigate.addListener(onFrame);
  webNavigation.onCommitted.addListener(onCommitted);
  const lookNow = () => {
    isChanged = false;
    const found = look(tabId, [...coming]);
    // Whoever awaits it gets the error.
    found.catch(() => {});
    return found;
  };
  let last = lookNow();
  return {
    hasLeft: () => hasLeft,
    async isOneSite() {
      for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
        if (isChanged) last = lookNow();
        const isOneSite = await last;
        // One that has begun meanwhile may be of another site.
        if (!isChanged || !isOneSite) return isOneSite;
      }
      return false;
    },
    end() {
      webNavigation.onBeforeNavigate.removeListener(onFrame);
      webNavigation.onCommitted.removeListener(onCommitted);
    },
  };
}
