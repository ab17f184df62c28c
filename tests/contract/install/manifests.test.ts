// On each of three systems: which manifests the installer writes, where, and with what in them.
import { win32 } from 'node:path';
import type { Platform } from '@sallyport/cli';
import { browsers } from '@sallyport/cli';
import { CHROMIUM_EXTENSION_ID, FIREFOX_EXTENSION_ID, NATIVE_HOST_NAME } from '@sallyport/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { firstRunFiles, type InstallerWorld, openInstallerWorld } from '../../support/installer-world.ts';
import { verifies } from '../../support/verifies.ts';

let world: InstallerWorld;

afterEach(() => world.close());

async function installFor(platform: Platform, ...names: (keyof (typeof firstRunFiles)['linux'])[]): Promise<void> {
  world = openInstallerWorld(platform);
  for (const name of names) world.put(firstRunFiles[platform][name], '');
  const outcomes = await world.install();
  expect(outcomes.map(({ result }) => result)).not.toContain('failed');
}

const launcherOf = { linux: '', darwin: '', win32: '.bat' } as const;

function launcherPath(platform: Platform): string {
  const name = `${NATIVE_HOST_NAME}${launcherOf[platform]}`;
  return platform === 'win32' ? win32.join(world.data, 'launchers', name) : `${world.data}/launchers/${name}`;
}

describe('the manifest for Chromium browsers', () => {
  const places = {
    linux: '/home/ada/.config/google-chrome/NativeMessagingHosts/dev.sallyport.host.json',
    darwin: '/Users/ada/Library/Application Support/Google/Chrome/NativeMessagingHosts/dev.sallyport.host.json',
    win32: 'C:\\Users\\ada\\AppData\\Local\\sallyport\\data\\manifests\\dev.sallyport.host.chromium.json',
  } as const;

  it.each(['linux', 'darwin', 'win32'] as const)(
    'has exactly the fields that browsers read, on %s',
    async (platform) => {
      await installFor(platform, 'chrome');
      expect(JSON.parse(world.read(places[platform]))).toEqual({
        name: 'dev.sallyport.host',
        description: expect.stringContaining('Sallyport'),
        path: launcherPath(platform),
        type: 'stdio',
        allowed_origins: [`chrome-extension://${CHROMIUM_EXTENSION_ID}/`],
      });
    },
  );

  it(
    verifies(
      'is found by its name and names product, launcher, type and our extension alone',
      'S3-manifest-name',
      'S3-manifest-description',
      'S3-manifest-path',
      'S3-manifest-type',
      'S3-manifest-allowed-origins',
    ),
    async () => {
      await installFor('linux', 'chromium');
      const manifest = JSON.parse(
        world.read('/home/ada/.config/chromium/NativeMessagingHosts/dev.sallyport.host.json'),
      );
      expect(manifest).toMatchObject({ name: NATIVE_HOST_NAME, type: 'stdio', path: launcherPath('linux') });
      expect(manifest.description).toMatch(/^Sallyport/);
      expect(manifest.allowed_origins).toEqual([`chrome-extension://${CHROMIUM_EXTENSION_ID}/`]);
      expect(world.ports.disk.look(manifest.path)).toMatchObject({ kind: 'file', mode: 0o755 });
    },
  );

  it(verifies('lies in the folder of Chrome on macOS', 'S3-register-macos'), async () => {
    await installFor('darwin', 'chrome');
    expect(JSON.parse(world.read(places.darwin)).name).toBe(NATIVE_HOST_NAME);
  });

  it(verifies('is pointed to by the registry key of Chrome on Windows', 'S3-register-windows'), async () => {
    await installFor('win32', 'chrome');
    const key = 'HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\dev.sallyport.host';
    expect(world.registry.read(key)).toBe(places.win32);
  });
});

describe('the manifest for Firefox', () => {
  it(
    verifies(
      'has exactly the fields that Firefox reads, with our extension alone',
      'S1-manifest-linux',
      'S1-manifest-name',
      'S1-manifest-description',
      'S1-manifest-path',
      'S1-manifest-type',
      'S1-manifest-allowed-extensions',
    ),
    async () => {
      await installFor('linux', 'firefox');
      const path = '/home/ada/.mozilla/native-messaging-hosts/dev.sallyport.host.json';
      expect(JSON.parse(world.read(path))).toEqual({
        name: NATIVE_HOST_NAME,
        description: expect.stringMatching(/^Sallyport/),
        path: launcherPath('linux'),
        type: 'stdio',
        allowed_extensions: [FIREFOX_EXTENSION_ID],
      });
    },
  );

  it(verifies("lies in Mozilla's folder on macOS", 'S1-manifest-macos'), async () => {
    await installFor('darwin', 'firefox');
    const path = '/Users/ada/Library/Application Support/Mozilla/NativeMessagingHosts/dev.sallyport.host.json';
    expect(JSON.parse(world.read(path)).allowed_extensions).toEqual([FIREFOX_EXTENSION_ID]);
    expect(world.ports.exists('/Users/ada/.mozilla')).toBe(false);
  });

  it(verifies("is pointed to by Mozilla's registry key on Windows", 'S1-manifest-windows'), async () => {
    await installFor('win32', 'firefox');
    const manifest = world.registry.read('HKCU\\Software\\Mozilla\\NativeMessagingHosts\\dev.sallyport.host');
    expect(manifest).toBe(`${world.data}\\manifests\\dev.sallyport.host.firefox.json`);
    expect(JSON.parse(world.read(manifest ?? '')).allowed_extensions).toEqual([FIREFOX_EXTENSION_ID]);
  });
});

describe('browsers', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('that are not there get nothing, on %s', async (platform) => {
    await installFor(platform, 'firefox');
    const { files, keys } = JSON.parse(JSON.stringify(world.snapshot()));
    expect(
      Object.keys(files).filter((path) => /chrom|google|edge|brave|vivaldi|opera/i.test(path) && !/data\//.test(path)),
    ).toEqual([]);
    expect(Object.keys(keys).filter((key) => /Google|Chromium|Edge/.test(key))).toEqual([]);
  });

  it('of a folder that another installer made are not there', async () => {
    world = openInstallerWorld('linux');
    world.put('/home/ada/.config/google-chrome/NativeMessagingHosts/com.example.json', '{}');
    await expect(world.install()).rejects.toThrow('No supported browser was found');
  });

  it('that share a place share its manifest, and one that reads two places gets both', async () => {
    await installFor('linux', 'firefox', 'zen');
    const manifests = (await world.install()).filter(({ change }) => change.wanted.purpose.part === 'manifest');
    expect(manifests.map(({ change, result }) => [change.wanted.purpose.browsers, result])).toEqual([
      [['firefox', 'zen'], 'kept'],
      [['zen'], 'kept'],
    ]);
  });

  it.each(['linux', 'darwin', 'win32'] as const)(
    'of the table are each found by every sign, on %s',
    async (platform) => {
      world = openInstallerWorld(platform);
      for (const { name, places } of browsers) {
        for (const sign of places[platform]?.signs ?? []) {
          const fresh = openInstallerWorld(platform);
          fresh.put(expandForTest(sign, platform), '');
          const outcomes = await fresh.install({ browsers: [name] });
          fresh.close();
          expect(
            outcomes.map(({ result }) => result),
            `${name} by ${sign}`,
          ).not.toContain('failed');
          expect(outcomes.some(({ change }) => change.wanted.purpose.browsers?.includes(name))).toBe(true);
        }
      }
    },
  );
});

function expandForTest(sign: string, platform: Platform): string {
  const folders: Readonly<Record<string, string>> = {
    '{home}': '/home/ada',
    '{config}': '/home/ada/.config',
    '{support}': '/Users/ada/Library/Application Support',
    '{local}': 'C:\\Users\\ada\\AppData\\Local',
    '{roaming}': 'C:\\Users\\ada\\AppData\\Roaming',
    '{programs}': 'C:\\Program Files',
    '{programs32}': 'C:\\Program Files (x86)',
    ...(platform === 'darwin' && { '{home}': '/Users/ada' }),
  };
  return sign.replace(/^\{\w+\}/, (folder) => folders[folder] ?? folder);
}
