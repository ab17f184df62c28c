// Uninstall restores exactly what was there: after any state before, after several installs, and after a crash at any step.
import { rmSync, symlinkSync } from 'node:fs';
import type { Platform } from '@sallyport/cli';
import { applyInstall, applyOptionsFor, nodeDisk } from '@sallyport/cli';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type FakeRegistry,
  firstRunFiles,
  type InstallerWorld,
  movedDisk,
  openInstallerWorld,
} from '../../support/installer-world.ts';

const platforms = ['linux', 'darwin', 'win32'] as const;
const worlds: InstallerWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

function open(platform: Platform, ...browsers: (keyof (typeof firstRunFiles)['linux'])[]): InstallerWorld {
  const world = openInstallerWorld(platform);
  worlds.push(world);
  for (const name of browsers) world.put(firstRunFiles[platform][name], '');
  return world;
}

/** Where manifests go for Chrome and Firefox: files on two systems, keys on the third. */
const manifestFiles = {
  linux: [
    '/home/ada/.config/google-chrome/NativeMessagingHosts/dev.sallyport.host.json',
    '/home/ada/.mozilla/native-messaging-hosts/dev.sallyport.host.json',
  ],
  darwin: [
    '/Users/ada/Library/Application Support/Google/Chrome/NativeMessagingHosts/dev.sallyport.host.json',
    '/Users/ada/Library/Application Support/Mozilla/NativeMessagingHosts/dev.sallyport.host.json',
  ],
  win32: [],
} as const;

const manifestKeys = [
  'HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\dev.sallyport.host',
  'HKCU\\Software\\Mozilla\\NativeMessagingHosts\\dev.sallyport.host',
] as const;

type Before =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'file'; readonly content: string; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string };

const before: fc.Arbitrary<Before> = fc.oneof(
  fc.constant({ kind: 'nothing' as const }),
  fc.record({
    kind: fc.constant('file' as const),
    content: fc.oneof(
      fc.string(),
      fc.constant('{"name":"dev.sallyport.host","path":"/opt/other/host","type":"stdio"}'),
    ),
    mode: fc.constantFrom(0o600, 0o644, 0o444, 0o755),
  }),
  fc.record({ kind: fc.constant('link' as const), target: fc.constantFrom('/nowhere', '../elsewhere.json') }),
);

function arrange(world: InstallerWorld, platform: Platform, states: readonly Before[]): void {
  for (const [index, path] of manifestFiles[platform].entries()) {
    const state = states[index];
    if (state?.kind === 'file') world.put(path, state.content, state.mode);
    if (state?.kind === 'link') {
      world.put(`${path}.neighbour`, '');
      symlinkSync(state.target, world.real(path));
    }
  }
  if (platform !== 'win32') return;
  for (const [index, key] of manifestKeys.entries()) {
    const state = states[index];
    if (state?.kind === 'nothing' || state === undefined) continue;
    createBranches(world.registry, key);
    if (state.kind === 'file') world.registry.write(key, state.content);
  }
}

function createBranches(registry: FakeRegistry, key: string): void {
  const names = key.split('\\');
  for (let end = 1; end <= names.length; end += 1) {
    const branch = names.slice(0, end).join('\\');
    if (!registry.exists(branch)) registry.create(branch);
  }
}

describe('uninstall', () => {
  it.each(platforms)('leaves disk and registry as they were, whatever was there, on %s', async (platform) => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(before, before), fc.boolean(), async (states, isTwice) => {
        const world = open(platform, 'chrome', 'firefox');
        arrange(world, platform, states);
        const was = world.snapshot();
        expect((await world.install()).map(({ result }) => result)).not.toContain('failed');
        expect(world.snapshot()).not.toEqual(was);
        if (isTwice) await world.install({ node: '/opt/other/node' });
        expect(world.uninstall().map(({ result }) => result)).not.toContain('failed');
        expect(world.snapshot()).toEqual(was);
        world.close();
      }),
      { numRuns: 25 },
    );
  });

  it.each(platforms)('restores everything after a crash at any step of an install, on %s', async (platform) => {
    const states: Before[] = [{ kind: 'file', content: '{"path":"/opt/other"}', mode: 0o640 }, { kind: 'nothing' }];
    let isWhole = false;
    for (let steps = 0; !isWhole; steps += 1) {
      const world = open(platform, 'chrome', 'firefox');
      arrange(world, platform, states);
      const was = world.snapshot();
      let left = steps;
      const disk = movedDisk(nodeDisk, world.real, () => {
        left -= 1;
        if (left < 0) throw new Error('the power went');
      });
      const outcomes = await world.install({}, disk);
      isWhole = outcomes.every(({ result }) => result === 'done');
      const hasLedger = world.ports.exists(
        platform === 'win32' ? `${world.data}\\install.json` : `${world.data}/install.json`,
      );
      world.uninstall();
      if (hasLedger) expect(world.snapshot(), `after ${steps} steps`).toEqual(was);
      // Before its first entry the ledger has at most made its own folder.
      else expect(withoutOurFolder(world.snapshot()), `after ${steps} steps`).toEqual(withoutOurFolder(was));
      world.close();
    }
  });

  it('finishes what a crash of an uninstall left undone, at any step', async () => {
    let isWhole = false;
    for (let steps = 0; !isWhole; steps += 1) {
      const world = open('linux', 'chrome', 'firefox');
      arrange(world, 'linux', [
        { kind: 'file', content: 'theirs', mode: 0o600 },
        { kind: 'link', target: '/nowhere' },
      ]);
      const was = world.snapshot();
      await world.install();
      let left = steps;
      let hasCrashed = false;
      const disk = movedDisk(nodeDisk, world.real, () => {
        left -= 1;
        if (left >= 0) return;
        hasCrashed = true;
        throw new Error('the power went');
      });
      try {
        world.uninstall(disk);
      } catch {
        // As a process that died: the ledger could not be written any more.
      }
      world.uninstall();
      expect(withoutOurFolder(world.snapshot()), `after ${steps} steps`).toEqual(withoutOurFolder(was));
      isWhole = !hasCrashed;
      world.close();
    }
  });

  it('leaves what another program put there since, and says so', async () => {
    const world = open('linux', 'chrome');
    const [path] = manifestFiles.linux;
    world.put(path, 'the first');
    await world.install();
    world.put(path, 'somebody else, later');
    const left = world.uninstall().filter(({ result }) => result === 'left');
    expect(left.map(({ step }) => step.note)).toEqual([expect.stringContaining('kept as')]);
    expect(world.read(path)).toBe('somebody else, later');
  });

  it('takes what another program put there between two installs for what was there before', async () => {
    const world = open('linux', 'chrome');
    const [path] = manifestFiles.linux;
    await world.install();
    world.put(path, 'came between');
    await world.install();
    world.uninstall();
    expect(world.read(path)).toBe('came between');
  });

  it('restores a registry key that several versions have pointed elsewhere', () => {
    const world = open('win32');
    const [key] = manifestKeys;
    createBranches(world.registry, key);
    world.registry.write(key, 'C:\\theirs.json');
    const options = applyOptionsFor(world.machine, world.ports);
    for (const value of ['C:\\first.json', 'C:\\second.json']) {
      const purpose = { part: 'manifest', host: 'dev.sallyport.host', browsers: ['chrome'] } as const;
      applyInstall([{ wanted: { kind: 'key', key, value, purpose }, action: 'replace' }], options);
      expect(world.registry.read(key)).toBe(value);
    }
    world.uninstall();
    expect(world.registry.read(key)).toBe('C:\\theirs.json');
  });

  it('does not pretend to restore from a backup that is gone, and keeps its record', async () => {
    const world = open('linux', 'chrome');
    const [path] = manifestFiles.linux;
    world.put(path, 'theirs');
    await world.install();
    const ours = world.read(path);
    rmSync(world.real(`${world.data}/backups`), { recursive: true });
    const failed = world.uninstall().filter(({ result }) => result === 'failed');
    expect(failed.map(({ fault }) => fault?.message)).toEqual([
      expect.stringMatching(/backup \S+ is missing or was changed/),
    ]);
    expect(world.read(path)).toBe(ours);
    expect(world.uninstall()).toHaveLength(1);
  });

  it('keeps its own folder when the gateway has put more there', async () => {
    const world = open('linux', 'chrome');
    await world.install();
    world.put(`${world.data}/journal.ndjson`, 'entries');
    world.uninstall();
    expect(world.read(`${world.data}/journal.ndjson`)).toBe('entries');
    expect(world.ports.exists(`${world.data}/versions`)).toBe(false);
  });
});

function withoutOurFolder(snapshot: unknown): unknown {
  const { files, keys } = JSON.parse(JSON.stringify(snapshot));
  const ours =
    /^\/(home\/ada\/\.config|Users\/ada\/Library\/Application Support|C\/Users\/ada\/AppData\/Local)(\/sallyport(\/data)?)?$/i;
  return {
    files: Object.fromEntries(
      Object.entries(files).filter(([path, what]) => !(ours.test(path) && /^folder/.test(String(what)))),
    ),
    keys,
  };
}
