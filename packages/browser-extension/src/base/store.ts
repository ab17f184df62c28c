// Stores in the browser's storage, each under one key.
import type { BrowserApi } from './platform.ts';

/** Keeps data that must outlive the worker. */
export interface Store {
  read(): Promise<unknown>;
  /** Never rejects. */
  write(value: unknown): Promise<void>;
}

export function localStore(api: BrowserApi, key: string, report: (fault: unknown) => void): Store {
  return {
    read: async () => (await api.storage.local.get(key))[key],
    // A failed write must not fail the call: at worst a tab counts as the user's after a restart.
    write: (value) => api.storage.local.set({ [key]: value }).catch(report),
  };
}

/** Created once per profile. */
export async function profileId(api: BrowserApi): Promise<string> {
  const { profile } = await api.storage.local.get('profile');
  if (typeof profile === 'string') return profile;
  const made = crypto.randomUUID();
  await api.storage.local.set({ profile: made });
  return made;
}
