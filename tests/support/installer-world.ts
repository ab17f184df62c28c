// A made-up machine for the installer: any of three systems, its disk inside a temporary folder, its registry in memory.
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Disk, InstallerPorts, InstallOptions, Outcome, Platform, Registry, UndoOutcome } from '@sallyport/cli';
import {
  applyInstall,
  applyOptionsFor,
  applyUndo,
  installParts,
  nodeDisk,
  planUndo,
  prepareInstall,
} from '@sallyport/cli';
import { type Machine, whileLocked } from '@sallyport/native-host/run-directory';

export interface InstallerWorld {
  readonly machine: Machine;
  readonly ports: InstallerPorts;
  readonly registry: FakeRegistry;
  readonly home: string;
  readonly data: string;
  /** The real path behind one of the made-up machine. */
  real(path: string): string;
  put(path: string, content: string, mode?: number): void;
  read(path: string): string;
  /** Everything on the disk and in the registry: kinds, modes, contents, links, files' times. */
  snapshot(): unknown;
  install(options?: Partial<InstallOptions>, disk?: Disk): Promise<Outcome[]>;
  uninstall(disk?: Disk): UndoOutcome[];
  close(): void;
}

const homes: Readonly<Record<Platform, string>> = {
  linux: '/home/ada',
  darwin: '/Users/ada',
  win32: 'C:\\Users\\ada',
};

const dataFolders: Readonly<Record<Platform, string>> = {
  linux: '/home/ada/.config/sallyport/data',
  darwin: '/Users/ada/Library/Application Support/Sallyport/data',
  win32: 'C:\\Users\\ada\\AppData\\Local\\sallyport\\data',
};

export const fakeNode = { path: '/usr/bin/node', version: 'v22.14.0' };

export function openInstallerWorld(platform: Platform, env: Readonly<Record<string, string>> = {}): InstallerWorld {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-install-'));
  const real = (path: string) => join(root, path.replace(/^([A-Z]):/, '$1').replaceAll('\\', '/'));
  const registry = openFakeRegistry();
  const disk = movedDisk(nodeDisk, real);
  const home = homes[platform];
  mkdirSync(real(home), { recursive: true });
  const machine: Machine = { platform, env, uid: undefined, accountHome: home, accountName: 'ada' };
  const ports: InstallerPorts = {
    disk,
    registry,
    exists: (path) => existsSync(real(path)),
    readBundle: (file) => Buffer.from(`// ${file}\n`),
    probeNode: () => fakeNode.version,
    recordEnvironment: async () => ({ variables: { PATH: '/usr/bin', SECRET: 'planted-secret' } }),
    alone: (path, change) =>
      whileLocked({ path: real(path), pid: process.pid, random: randomBytes, now: Date.now }, change),
  };
  return {
    machine,
    ports,
    registry,
    home,
    data: env.SALLYPORT_HOME === undefined ? dataFolders[platform] : `${env.SALLYPORT_HOME}/data`,
    real,
    put(path, content, mode = 0o644) {
      mkdirSync(dirname(real(path)), { recursive: true });
      writeFileSync(real(path), content);
      chmodSync(real(path), mode);
    },
    read: (path) => readFileSync(real(path), 'utf8'),
    snapshot: () => ({ files: walk(root), keys: registry.snapshot() }),
    async install(options = {}, on = disk) {
      const all: InstallOptions = { browsers: [], extensionIds: [], parts: installParts, ...options };
      const { changes } = await prepareInstall(all, machine, fakeNode, ports);
      return applyInstall(changes, applyOptionsFor(machine, { ...ports, disk: on }));
    },
    uninstall(on = disk) {
      const options = applyOptionsFor(machine, { ...ports, disk: on });
      return applyUndo(planUndo({ host: undefined, browsers: [], parts: installParts }, options), options);
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Marks a browser as present the way it does itself when it first runs. */
export const firstRunFiles: Readonly<
  Record<Platform, Readonly<Record<'chrome' | 'chromium' | 'firefox' | 'zen', string>>>
> = {
  linux: {
    chrome: '/home/ada/.config/google-chrome/Local State',
    chromium: '/usr/bin/chromium',
    firefox: '/home/ada/.mozilla/firefox/profiles.ini',
    zen: '/home/ada/.zen/profiles.ini',
  },
  darwin: {
    chrome: '/Applications/Google Chrome.app/Contents/Info.plist',
    chromium: '/Users/ada/Library/Application Support/Chromium/Local State',
    firefox: '/Applications/Firefox.app/Contents/Info.plist',
    zen: '/Users/ada/Library/Application Support/zen/profiles.ini',
  },
  win32: {
    chrome: 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    chromium: 'C:\\Users\\ada\\AppData\\Local\\Chromium\\User Data\\Local State',
    firefox: 'C:\\Users\\ada\\AppData\\Roaming\\Mozilla\\Firefox\\profiles.ini',
    zen: 'C:\\Program Files\\Zen Browser\\zen.exe',
  },
};

/** The same disk at another place; `onStep` may throw to play a crash or a refusal. */
export function movedDisk(disk: Disk, real: (path: string) => string, onStep: (path: string) => void = () => {}): Disk {
  const step = (path: string) => {
    onStep(path);
    return real(path);
  };
  return {
    look: (path) => disk.look(real(path)),
    makeFolder: (path) => disk.makeFolder(step(path)),
    writeNew: (path, bytes, mode) => disk.writeNew(step(path), bytes, mode),
    linkNew: (path, target) => disk.linkNew(step(path), target),
    setModified: (path, atMs) => disk.setModified(step(path), atMs),
    rename: (from, to) => disk.rename(real(from), step(to)),
    remove: (path) => disk.remove(step(path)),
    removeEmptyFolder: (path) => disk.removeEmptyFolder(step(path)),
  };
}

export interface FakeRegistry extends Registry {
  snapshot(): Record<string, string | null>;
}

function openFakeRegistry(): FakeRegistry {
  const keys = new Map<string, string | undefined>([
    ['HKCU', undefined],
    ['HKCU\\Software', undefined],
  ]);
  const hasBelow = (key: string) => [...keys.keys()].some((other) => other.startsWith(`${key}\\`));
  const create = (key: string) => {
    const parent = key.slice(0, key.lastIndexOf('\\'));
    if (!keys.has(parent)) throw new Error(`${key} has no parent`);
    if (!keys.has(key)) keys.set(key, undefined);
  };
  return {
    exists: (key) => keys.has(key),
    read: (key) => keys.get(key),
    create,
    write: (key, value) => {
      create(key);
      keys.set(key, value);
    },
    clear: (key) => void keys.set(key, undefined),
    isBare: (key) => !hasBelow(key),
    remove: (key) => {
      if (hasBelow(key)) throw new Error(`${key} is not empty`);
      keys.delete(key);
    },
    snapshot: () =>
      Object.fromEntries([...keys].map(([key, value]): [string, string | null] => [key, value ?? null]).sort()),
  };
}

function walk(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = lstatSync(path);
    const shown = (mode & 0o7777).toString(8);
    const digest = () => createHash('sha256').update(readFileSync(path)).digest('hex');
    files[path.slice(root.length)] = entry.isSymbolicLink()
      ? `link ${readlinkSync(path)}`
      : entry.isDirectory()
        ? `folder ${shown}`
        : `file ${shown} ${Math.round(mtimeMs)} ${digest()}`;
  }
  return files;
}
