// The environment of a managed browser: its own home, so that nothing of the user's is read or written.
import { mkdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { Machine } from '@sallyport/native-host/run-directory';

/** Each of these leads out of the home into the user's. */
const STRAY_FOLDERS = ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];

/** Only Linux browsers follow HOME: there Firefox finds its native hosts below it, and Chromium its certificates. */
export function preparePrivateHome(machine: Machine, home: string): Machine['env'] {
  const { platform, env, accountHome } = machine;
  if (platform !== 'linux') return env;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !STRAY_FOLDERS.includes(name)));
  // The key to an X display lies in the user's home unless a variable says otherwise.
  const key = env.XAUTHORITY ?? (accountHome === undefined ? undefined : posix.join(accountHome, '.Xauthority'));
  return { ...kept, HOME: home, XAUTHORITY: key };
}

/** Without a display a browser must run headless; macOS and Windows always have one for a logged-in user. */
export function hasDisplay({ platform, env }: Pick<Machine, 'platform' | 'env'>): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}
