// The environment of a managed browser: a separate home, so that the user's files are neither read nor written.
import { mkdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { Machine } from '@sallyport/native-host/run-directory';

/** Each of these would point back into the user's home. */
const XDG_FOLDERS = ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];

/** Only on Linux do browsers follow HOME, for native host manifests (Firefox) and certificates (Chromium). */
export function preparePrivateHome(machine: Machine, home: string): Machine['env'] {
  const { platform, env, accountHome } = machine;
  if (platform !== 'linux') return env;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !XDG_FOLDERS.includes(name)));
  // By default the X display key is in the user's home.
  const key = env.XAUTHORITY ?? (accountHome === undefined ? undefined : posix.join(accountHome, '.Xauthority'));
  return { ...kept, HOME: home, XAUTHORITY: key };
}

/** Without a display the browser runs headless. macOS and Windows always have one. */
export function hasDisplay({ platform, env }: Pick<Machine, 'platform' | 'env'>): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}
