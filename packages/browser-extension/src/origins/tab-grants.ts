// Ends what was allowed for a tab when the tab is closed or leaves the site. When the browser or this background ends, its
// connection to the gateway does too, and the gateway ends them all.
import type { BrowserApi } from '../base/platform.ts';
import type { AskGateway } from './gateway.ts';
import { type PageSender, secureOriginOf } from './page-sender.ts';

export interface TabGrantsOptions {
  readonly api: Pick<BrowserApi, 'tabs' | 'webNavigation'>;
  readonly ask: AskGateway;
  readonly onChange: () => void;
  readonly report: (fault: unknown) => void;
}

export interface TabGrants {
  /** Something was allowed to the page, for its tab. */
  granted(page: PageSender): Promise<void>;
  /** A page of this tab is there: if it is of another site than what was allowed, the event in between was missed. */
  seen(page: PageSender): void;
  /** Resolves when every grant that has to end has ended. Requests of pages wait for it. */
  settled(): Promise<void>;
}

/** The origin that the tab shows. */
function shownIn({ origin, within = origin }: PageSender): string {
  return within;
}

/** Starts listening at once. */
export function watchTabGrants({ api, ask, onChange, report }: TabGrantsOptions): TabGrants {
  /** The origin that each tab showed when something was granted in it. */
  const origins = new Map<number, string>();
  let work: Promise<void> = Promise.resolve();

  function left(tabId: number, origin: string | undefined): void {
    if (!origins.has(tabId) || origins.get(tabId) === origin) return;
    origins.delete(tabId);
    work = work
      .then(() => ask('host_expire_tab_grants', { tab_id: tabId, if_running: true }))
      .then(onChange)
      .catch(report);
  }

  api.tabs.onRemoved.addListener((tabId) => left(tabId, undefined));
  api.tabs.onReplaced?.addListener((_, oldId) => left(oldId, undefined));
  api.webNavigation.onCommitted.addListener(({ tabId, frameId, url }) => {
    if (frameId === 0) left(tabId, secureOriginOf(url));
  });

  return {
    async granted(page) {
      const { tabId } = page;
      left(tabId, shownIn(page));
      origins.set(tabId, shownIn(page));
      // It may have left while the gateway was writing.
      const tab = await api.tabs.get(tabId).catch(() => undefined);
      left(tabId, secureOriginOf(tab?.url));
      await work;
    },
    seen: (page) => left(page.tabId, shownIn(page)),
    settled: () => work,
  };
}
