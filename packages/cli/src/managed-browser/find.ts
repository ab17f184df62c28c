// Finds a browser to open, on PATH or in the usual folders; the error names the install command.
import { accessSync, constants } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Machine } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';
import type { Engine } from '../install/browsers.ts';
import { type KnownBrowser, knownBrowsers } from './known-browsers.ts';

/** What the search may look at. */
export interface SearchedMachine extends Pick<Machine, 'platform' | 'env' | 'accountHome'> {
  isExecutable(path: string): boolean;
}

/** This computer's own disk. */
export function searchable(machine: Machine): SearchedMachine {
  return { ...machine, isExecutable };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface FoundBrowser extends Pick<KnownBrowser, 'name' | 'title' | 'engine' | 'loading'> {
  readonly path: string;
}

/** Skipped: a snap can access neither our profile folder nor our native host. */
const SNAP_FOLDER = '/snap/bin';

/** All installed browsers, in order of preference. */
export function openableBrowsers(machine: SearchedMachine): FoundBrowser[] {
  return knownBrowsers.flatMap((known) => {
    const path = placesOf(known, machine).find((place) => machine.isExecutable(place));
    const { name, title, engine, loading } = known;
    return path === undefined ? [] : [{ name, title, engine, loading, path }];
  });
}

/** The browser with that name, any Firefox for "firefox", or by default the first one. */
export function findBrowser(machine: SearchedMachine, wanted?: string): FoundBrowser {
  const names = knownBrowsers.map(({ name }) => name);
  if (wanted !== undefined && wanted !== 'firefox' && !names.includes(wanted)) {
    throw new SallyportError('ERR_INPUT_INVALID', `Unknown browser "${wanted}".`, {
      hint: `Choose one of: ${[...names, 'firefox'].join(', ')}.`,
    });
  }
  const present = openableBrowsers(machine);
  const found = present.find(
    ({ name, engine }) => wanted === undefined || name === wanted || (wanted === 'firefox' && engine === wanted),
  );
  if (found === undefined) throw notFound(machine, wanted, present);
  return found;
}

const packageNames: Readonly<Record<'apt-get' | 'brew' | 'winget', Readonly<Record<Engine, string>>>> = {
  'apt-get': { chromium: 'chromium', firefox: 'firefox-esr' },
  brew: { chromium: 'chromium', firefox: 'firefox@developer-edition' },
  winget: { chromium: 'Google.Chrome', firefox: 'Mozilla.Firefox.DeveloperEdition' },
};

/** The command that installs browsers of these engines. */
export function installCommand({ platform }: Pick<Machine, 'platform'>, engines: readonly Engine[]): string {
  const namesFor = (tool: keyof typeof packageNames) => engines.map((engine) => packageNames[tool][engine]).join(' ');
  if (platform === 'darwin') return `brew install --cask ${namesFor('brew')}`;
  if (platform === 'win32') return `winget install ${namesFor('winget')}`;
  return `sudo apt-get update && sudo apt-get install --no-install-recommends ${namesFor('apt-get')}`;
}

function notFound(machine: SearchedMachine, wanted: string | undefined, present: readonly FoundBrowser[]) {
  const engine = knownBrowsers.find(({ name }) => name === wanted)?.engine ?? wanted;
  const command = installCommand(machine, [engine === 'firefox' ? 'firefox' : 'chromium']);
  const others =
    present.length === 0
      ? ''
      : ` Or use one that is installed: --browser ${present.map(({ name }) => name).join(' | ')}.`;
  const release = engine === 'firefox' ? ' Release builds of Firefox accept only signed extensions.' : '';
  const message =
    wanted === undefined ? 'No browser that Sallyport can open was found.' : `${wanted} was not found on this machine.`;
  const hint = `Install one: ${command}.${release}${others}`;
  return new SallyportError('ERR_SERVER_UNAVAILABLE', message, { hint });
}

function placesOf(known: KnownBrowser, machine: SearchedMachine): string[] {
  const { env, accountHome, platform } = machine;
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? known.windows.map((place) => win32.join(root, place)) : []));
  }
  const onPath = (env.PATH ?? '')
    .split(':')
    .filter((folder) => posix.isAbsolute(folder) && folder !== SNAP_FOLDER)
    .flatMap((folder) => known.commands.map((command) => posix.join(folder, command)));
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(accountHome === undefined ? [] : [posix.join(accountHome, 'Applications')])];
    return [...roots.flatMap((root) => known.macos.map((place) => posix.join(root, place))), ...onPath];
  }
  return [...onPath, ...known.commands.map((command) => posix.join('/usr/bin', command)), ...known.linux];
}
