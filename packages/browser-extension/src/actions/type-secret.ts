// Has a secret typed that the agent knows by its name alone.
import type { SecretArgs } from '../base/action-args.ts';
import type { CallScope } from '../base/call.ts';
import type { Outcome } from '../base/facts.ts';
import type { SecretSites } from '../guard/secrets/secret-sites.ts';
import { type AskForSecret, secretFor } from '../guard/secrets/typed-secret.ts';
import { type ActionOptions, performAction } from './perform-action.ts';

export interface TypeSecretOptions extends ActionOptions {
  readonly call: CallScope;
  readonly secretSites: SecretSites;
  readonly ask: AskForSecret;
}

export async function typeSecret(options: TypeSecretOptions, { ref, secret, submit }: SecretArgs): Promise<Outcome> {
  const { pages, tabId, secretSites: sites, call, ask } = options;
  const place = await pages.placeOf(tabId, ref);
  await pages.admit(place, 'act');
  const origin = await pages.originOf(place);
  const typed = await secretFor({ sites, call, ask }, { name: secret, origin, tabId });
  return performAction(options, 'typeSecret', { ref, origin, submit, ...typed });
}
