// Web pages under the user's consent: puts the parts of this folder together, for the background.
import type { Clock } from '@sallyport/protocol';
import type { PageDecision } from '../base/panel-command.ts';
import type { PanelOrigin, PanelSite } from '../base/panel-state.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Settings } from '../base/settings.ts';
import type { Store } from '../base/store.ts';
import type { Questions } from '../guard/questions/questions.ts';
import { BackOff } from './back-off.ts';
import { ChosenSites } from './chosen-sites.ts';
import { watchFrames } from './frames.ts';
import type { AskGateway } from './gateway.ts';
import { openInstallLinks } from './install-links.ts';
import { listOrigins } from './origin-list.ts';
import { PageConsent } from './page-consent.ts';
import { openPageDoor } from './page-door.ts';
import { pageMethodsOf } from './page-methods.ts';
import { secureOriginOf } from './page-sender.ts';
import { createRegistration } from './registration.ts';
import { watchTabGrants } from './tab-grants.ts';
import { tabIcon } from './tab-icon.ts';

export interface WebPagesOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly ask: AskGateway;
  readonly questions: Questions;
  readonly backOffStore: Store;
  readonly siteStore: Store;
  readonly knownStore: Store;
  readonly readActiveTab: (signal: AbortSignal) => Promise<object>;
  readonly frontTab: () => Promise<chrome.tabs.Tab | undefined>;
  /** What the panel shows has changed. */
  readonly onChange: () => void;
  readonly report: (fault: unknown) => void;
}

export interface WebPages {
  /** To be called once before pages are served. */
  load(): Promise<void>;
  /** The setting has changed. */
  update(): void;
  /** The user closed the window that asks. */
  notNow(): void;
  /** What the panel shows of pages; empty without a gateway. */
  state(): Promise<WebPagesState>;
  apply(decision: PageDecision): Promise<void>;
}

export interface WebPagesState {
  readonly pages: Settings['pages'];
  readonly origins: readonly PanelOrigin[];
  readonly site: PanelSite | undefined;
}

/** The panel does not wait longer for a gateway. */
const LIST_MS = 2000;

/** Starts listening at once. */
export function openWebPages(options: WebPagesOptions): WebPages {
  const { api, clock, settings, ask, questions, frontTab, readActiveTab, onChange, report } = options;
  const backOff = new BackOff({ clock, store: options.backOffStore });
  const chosen = new ChosenSites(options.siteStore);
  /** Origins with a yes for good: they may start a gateway that is not running. */
  const known = new ChosenSites(options.knownStore);
  const registration = createRegistration(api, report);
  const tabGrants = watchTabGrants({ api, ask, onChange, report });
  const consent = new PageConsent({
    ask,
    questions,
    backOff,
    clock,
    onChange,
    // The icon of a tab is that of its page, not of a frame.
    iconOf: async ({ origin, tabId, within }) =>
      within === undefined
        ? tabIcon((await api.tabs.get(tabId).catch(() => undefined))?.favIconUrl, origin)
        : undefined,
    onTabGranted: tabGrants.granted,
    onAlwaysGranted: (origin) => known.set(origin, true),
  });
  let isLoaded = false;
  const loading = Promise.withResolvers<void>();
  const isAllowed = (origin: string) =>
    settings.pages === 'on' || (settings.pages === 'ask' && chosen.list.includes(origin));
  const settled = async () => {
    await loading.promise;
    await tabGrants.settled();
  };
  const methods = pageMethodsOf({ ask, consent, readActiveTab, settled });
  const isKnown = (origin: string) => known.list.includes(origin);
  const isDelegated = watchFrames({ api, isAllowed, loaded: loading.promise });
  const doorOptions = { api, isAllowed, isDelegated, isKnown, methods, loaded: loading.promise, report };
  openPageDoor({ ...doorOptions, onPage: tabGrants.seen });

  const installs = openInstallLinks({ api, ask, questions, backOff, isAllowed, report });

  /** Before the chosen sites are known, what the browser has registered from last time stays. */
  function update(): void {
    if (!isLoaded) return;
    registration.update(settings.pages, chosen.list);
  }

  async function siteInFront(): Promise<PanelSite | undefined> {
    // Only then the panel has a use for it.
    if (settings.pages !== 'ask') return undefined;
    const tab = await frontTab().catch(() => undefined);
    const origin = tab?.incognito === true ? undefined : secureOriginOf(tab?.url);
    return origin === undefined ? undefined : { origin, mayAsk: isAllowed(origin) };
  }

  async function origins(): Promise<readonly PanelOrigin[]> {
    if (settings.pages === 'off') return [];
    return listOrigins((type, fields) => ask(type, fields, { timeoutMs: LIST_MS })).catch(() => []);
  }

  return {
    async load() {
      await Promise.all([backOff.load(), chosen.load(), known.load()]);
      isLoaded = true;
      update();
      loading.resolve();
    },
    update,
    notNow() {
      consent.notNow();
      installs.notNow();
    },
    async state() {
      const [listed, site] = await Promise.all([origins(), siteInFront()]);
      return { pages: settings.pages, origins: listed, site };
    },
    async apply(decision) {
      if (decision.do === 'letAsk') {
        await chosen.set(decision.origin, decision.mayAsk);
        update();
      } else {
        await ask('host_revoke_permission', { origin: decision.origin });
        await Promise.all([backOff.clear(decision.origin), known.set(decision.origin, false)]);
      }
      onChange();
    },
  };
}
