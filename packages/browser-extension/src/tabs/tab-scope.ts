// What every way to an agent's tabs goes by: whose call it is, and how much of a tab the agent may hear.
import type { AgentLabel, Clock } from '@sallyport/protocol';
import type { TabFacts } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { placeOnly, siteOf } from '../base/sites.ts';
import type { Visit } from '../guard/access/visit.ts';
import type { Dialogs } from '../in-page/dialogs.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { tabClosed } from '../watch/navigation.ts';
import type { Traffic } from '../watch/traffic.ts';
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
  readonly pages: PageCaller;
  readonly dialogs: Pick<Dialogs, 'openIn'>;
  readonly visit: Visit;
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

/** Of a tab on a site that is closed to the agent it hears only where it is. */
export function told({ visit }: Pick<TabScope, 'visit'>, facts: TabFacts): TabFacts {
  if (visit.may(siteOf(facts.url), 'read')) return facts;
  return { ...facts, url: placeOnly(facts.url), title: '' };
}
