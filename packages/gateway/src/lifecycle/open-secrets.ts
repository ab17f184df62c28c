// The secrets of the data folder, as the gateway uses them. Files are read at each use, since commands write them.
import { join } from 'node:path';
import type { SecretLookup } from '../path/use-secret.ts';
import { SecretValues } from '../secrets/secret-values.ts';
import { SecretStore } from '../store/secret-store.ts';
import type { Base } from './base.ts';

export const SECRETS_FILE = 'secrets.json';
export const SECRET_VALUES_FILE = 'secret-values.json';

export function openSecrets(base: Pick<Base, 'dataFolder' | 'random' | 'now' | 'pid' | 'machine'>): SecretLookup {
  const { dataFolder, random, now, pid, machine } = base;
  const store = new SecretStore({ path: join(dataFolder, SECRETS_FILE), random, now, pid });
  const { platform, env } = machine;
  const values = new SecretValues({ path: join(dataFolder, SECRET_VALUES_FILE), random, now, pid, platform, env });
  return {
    list: () => store.list(),
    async read(name) {
      const entry = store.find(name);
      if (entry === undefined) throw new Error('The secret was removed meanwhile.');
      return values.read(entry);
    },
    noteShown: (names) => store.noteShown(names),
  };
}
