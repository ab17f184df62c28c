// What the functions on an agent's tabs share: the call they serve, and how much of a tab its agent may see.
import type { AgentLabel, Clock } from '@sallyport/protocol';
import type { TabFacts } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { siteOf, siteOnly } from '../base/sites.ts';
import type { SiteAccess } from '../guard/access/site-access.ts';
import type { SecretSites } from '../guard/secrets/secret-sites.ts';
import type { Dialogs } from '../in-page/dialogs.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { tabClosed } from '../watch/navigation.ts';
import type { Traffic } from '../watch/traffic.ts';
import type { AgentWindow } from './agent-window.ts';
import type { Owners } from './owners.ts';
import type { Pool } from './pool.ts';
import type { TabGroups } from './tab-groups.ts';

/** One call of one agent. */
export interface TabScope {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly owners: Owners;
  readonly pool: Pool;
  readonly traffic: Traffic;
  readonly groups: TabGroups;
  /** Undefined where pages run as shown in any tab, or the user wants no such window. */
  readonly window: AgentWindow | undefined;
  readonly pages: PageCaller;
  readonly dialogs: Pick<Dialogs, 'openIn'>;
  readonly access: SiteAccess;
  readonly secretSites: Pick<SecretSites, 'shows' | 'requireClean'>;
  readonly agent: AgentLabel;
  readonly signal: AbortSignal;
}

/** Throws ERR_INPUT_INVALID where there is no such tab. */
export async function factsOf({ api }: Pick<TabScope, 'api'>, tabId: number): Promise<TabFacts> {
  // There is no other reason for which get() rejects.
  const tab = await api.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined) throw tabClosed(tabId);
  return factsFrom(tab);
}

export function factsFrom({ id, url, title }: chrome.tabs.Tab): TabFacts {
  return { tabId: id ?? -1, url: url ?? '', title: title ?? '' };
}

/** A page can make its address millions of characters long, and every reply has it. */
const ADDRESS_CHARS = 4_000;
const TITLE_CHARS = 500;

/** As the agent may know it: without title and path where it may not read the site. */
export function redacted({ access, secretSites }: Pick<TabScope, 'access' | 'secretSites'>, facts: TabFacts): TabFacts {
  const { tabId, url, title } = facts;
  const site = siteOf(url);
  // Before anything is cut.
  if (access.allows(site, 'read') && !secretSites.shows(site, tabId, `${url}\n${title}`)) {
    // A form may have brought a secret to another site; an agent that chooses where its address ends would get it in parts.
    if (url.length > ADDRESS_CHARS || title.length > TITLE_CHARS) secretSites.requireClean(() => `${url}\n${title}`);
    return { ...facts, url: shortened(url, ADDRESS_CHARS), title: shortened(title, TITLE_CHARS) };
  }
  return { ...facts, url: siteOnly(facts.url), title: '' };
}

function shortened(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;
}
