// The environment of a managed browser: its own home, so that nothing of the user's is read or written.
import { mkdirSync } from 'node:fs';
import { posix } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface PrivateHomeRequest {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  /** The home of the user, where the key to the display lies. */
  readonly userHome: string;
  /** The browser's own. Created where missing. */
  readonly home: string;
}

/** Each of these leads out of the home into the user's. */
const STRAY_FOLDERS = ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];

/** Only Linux browsers follow HOME: there Firefox finds its native hosts below it, and Chromium its certificates. */
export function preparePrivateHome({ platform, env, userHome, home }: PrivateHomeRequest): Environment {
  if (platform !== 'linux') return env;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !STRAY_FOLDERS.includes(name)));
  return { ...kept, HOME: home, XAUTHORITY: env.XAUTHORITY ?? posix.join(userHome, '.Xauthority') };
}

/** Without a display a browser must run headless; macOS and Windows always have one for a logged-in user. */
export function hasDisplay(platform: NodeJS.Platform, env: Environment): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}
