// Runs an agent's expression in the top document of a tab, where the site, its state and its secrets allow a script.
import type { Evaluated } from '../base/facts.ts';
import { type EvaluationOptions, evaluateInPage } from '../drivers/evaluation.ts';
import type { SiteAccess, StateAccess } from '../guard/access/site-access.ts';
import type { SecretSites } from '../guard/secrets/secret-sites.ts';
import type { PageCaller } from '../pages/page-caller.ts';

export interface ScriptOptions extends Omit<EvaluationOptions, 'site'> {
  readonly access: SiteAccess & StateAccess;
  readonly secretSites: SecretSites;
  readonly pages: PageCaller;
}

export async function runScript(options: ScriptOptions, expression: string): Promise<Evaluated> {
  const { access, secretSites, pages, tabId } = options;
  const place = { tabId, frameId: 0 };
  const site = await pages.admit(place, 'act');
  if (site !== undefined) access.requireNoRefusedState(site);
  // Before anything of the page is told, such as an open dialog. The document in which it runs is checked again.
  if (secretSites.hasMarks) secretSites.requireUnmarked(await pages.originOf(place));
  return evaluateInPage({ ...options, site }, expression);
}
