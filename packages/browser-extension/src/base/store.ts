// What the extension keeps in the browser's own storage, under one key each.
import type { BrowserApi } from './platform.ts';

/** Keeps what must outlive the worker. */
export interface Store {
  read(): Promise<unknown>;
  /** Never rejects. */
  write(value: unknown): Promise<void>;
}

export function localStore(api: BrowserApi, key: string, report: (fault: unknown) => void): Store {
  return {
    read: async () => (await api.storage.local.get(key))[key],
    // What cannot be kept is not worth a failed call: after a restart such a tab is the user's.
    write: (value) => api.storage.local.set({ [key]: value }).catch(report),
  };
}

/** Made once for a profile and kept. */
export async function profileId(api: BrowserApi): Promise<string> {
  const { profile } = await api.storage.local.get('profile');
  if (typeof profile === 'string') return profile;
  const made = crypto.randomUUID();
  await api.storage.local.set({ profile: made });
  return made;
}
