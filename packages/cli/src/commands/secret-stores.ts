// Opens the list of secrets, and where their values are kept.
import { join } from 'node:path';
import { SECRET_VALUES_FILE, SECRETS_FILE, SecretStore, SecretValues } from '@sallyport/gateway';
import { ensurePrivateFolder, locateFolders } from '@sallyport/native-host/run-directory';
import type { CommandContext } from '../context.ts';

export function openSecretStores({
  machine,
  randomBytes: random,
  now,
  pid,
}: Pick<CommandContext, 'machine' | 'randomBytes' | 'now' | 'pid'>): {
  readonly store: SecretStore;
  readonly values: SecretValues;
} {
  const { data } = locateFolders(machine);
  ensurePrivateFolder(data, machine);
  const { platform, env } = machine;
  return {
    store: new SecretStore({ path: join(data, SECRETS_FILE), random, now, pid }),
    values: new SecretValues({ path: join(data, SECRET_VALUES_FILE), random, now, pid, platform, env }),
  };
}
