// The door's token, created at the first activation and kept in VS Code's secret storage.
import { createToken, type RandomBytes } from '@sallyport/native-host/run-directory';
import type { SecretStorage } from 'vscode';

const KEY = 'sallyport.token';

export async function ensureToken(secrets: Pick<SecretStorage, 'get' | 'store'>, random: RandomBytes): Promise<string> {
  const kept = await secrets.get(KEY);
  if (kept !== undefined && /^[0-9a-f]{64}$/.test(kept)) return kept;
  const token = createToken(random);
  await secrets.store(KEY, token);
  return token;
}
