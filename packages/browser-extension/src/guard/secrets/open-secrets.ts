// Puts together what the background knows of secrets that agents type by name.
import type { Clock } from '@sallyport/protocol';
import type { BrowserApi } from '../../base/platform.ts';
import { localStore } from '../../base/store.ts';
import { SecretSites } from './secret-sites.ts';
import { type SecretTabs, secretTabs } from './secret-tabs.ts';
import type { AskForSecret } from './typed-secret.ts';

export interface Secrets {
  readonly secretSites: SecretSites;
  readonly secretsIn: SecretTabs;
}

export interface OpenSecretsOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly ask: AskForSecret;
  readonly report: (fault: unknown) => void;
}

export function openSecrets({ api, clock, ask, report }: OpenSecretsOptions): Secrets {
  const store = localStore(api, 'secretSites', report);
  // The gateway does not give them out again. One that is not running is started for it.
  const onShown = (names: readonly string[]) => void ask('host_secret_shown', { names }).catch(report);
  const secretSites = new SecretSites({ store, clock, onShown });
  return { secretSites, secretsIn: secretTabs(api, secretSites) };
}
