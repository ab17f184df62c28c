// sallyport install as a person or a script meets it: what it says, what it refuses, how it exits.
import { mkdirSync, symlinkSync } from 'node:fs';
import { nodeDisk } from '@sallyport/cli';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/command-run.ts';
import { firstRunFiles, type InstallerWorld, movedDisk, openInstallerWorld } from '../../support/installer-world.ts';

let world: InstallerWorld;
const chromeManifest = '/home/ada/.config/google-chrome/NativeMessagingHosts/dev.sallyport.host.json';
const firefoxManifest = '/home/ada/.mozilla/native-messaging-hosts/dev.sallyport.host.json';

beforeEach(() => {
  world = openInstallerWorld('linux');
  world.put(firstRunFiles.linux.chrome, '');
  world.put(firstRunFiles.linux.firefox, '');
});

afterEach(() => world.close());

describe('install', () => {
  it('says for which browsers it did its work, and how to take it back', async () => {
    const { exitCode, stdout } = await runCommand(world, ['install']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Installed for Google Chrome, Firefox.');
    expect(stdout).toContain('sallyport uninstall');
  });

  it('says what to load where, for our extension alone', async () => {
    const { stdout } = await runCommand(world, ['install', '--only', 'browsers'], { bundles: '/opt/sallyport' });
    expect(stdout).toContain(
      'Google Chrome: open chrome://extensions, turn on developer mode, choose "Load unpacked", and select /opt/sallyport/chromium\n',
    );
    expect(stdout).toMatch(
      /Firefox: open about:debugging\S+, choose "Load Temporary Add-on", and select \S+\/firefox\/manifest\.json\n/,
    );
    const id = 'abcdefghijklmnopabcdefghijklmnop';
    const other = await runCommand(world, ['install', '--extension-id', id, '--name', 'org.example.other_host']);
    expect(other.stdout).not.toContain('Load the extension');
  });

  it("says that npx's cache is no place to load an extension from", async () => {
    const cached = { bundles: '/home/ada/.npm/_npx/0af1/node_modules/sallyport/bundles/' };
    const { stderr } = await runCommand(world, ['install', '--only', 'browsers'], cached);
    expect(stderr).toMatch(/^Note: This copy of Sallyport is in npx's cache.* run: npm install --global/);
  });

  it('says that no MCP client is there, and does not call that being in place', async () => {
    const alone = await runCommand(world, ['install', '--only', 'agents'], { bundles: '/opt/sallyport' });
    expect(alone).toMatchObject({ exitCode: 1, stdout: '' });
    expect(alone.stderr).toContain('No MCP client was found for this user: Claude Code, Codex,');
    expect(alone.stderr).toContain('can run: /usr/bin/node /opt/sallyport/mcp-shim.cjs');
    const all = await runCommand(world, ['install']);
    expect(all).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Note: No MCP client was found') });
    expect(await runCommand(world, ['install', '--browser', 'chrome'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('has nothing to do a second time, says so, and touches nothing', async () => {
    await runCommand(world, ['install']);
    const was = world.snapshot();
    const { exitCode, stdout } = await runCommand(world, ['install']);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^Everything is already in place; nothing to do\.\nLoad the extension, where/),
    ]);
    expect((await runCommand(world, ['install', '--dry-run'])).stdout).toBe(stdout);
    const { changed, load } = JSON.parse((await runCommand(world, ['install', '--json'])).stdout);
    expect([changed, load]).toEqual([
      false,
      [expect.objectContaining({ browsers: ['Google Chrome'] }), expect.anything()],
    ]);
    expect(world.snapshot()).toEqual(was);
  });

  it('changes nothing with --dry-run, and shows each change with its reason', async () => {
    world.put(chromeManifest, '{"name":"dev.sallyport.host","path":"/opt/other/host"}');
    world.put(firefoxManifest, '{ broken');
    const was = world.snapshot();
    const { stdout } = await runCommand(world, ['install', '--dry-run']);
    expect(stdout).toMatch(
      /replace +\S+google-chrome\S+\n.*it is the manifest of another program \(\/opt\/other\/host\)/,
    );
    expect(stdout).toMatch(/replace +\S+\.mozilla\S+\n.*not a valid manifest; uninstall restores it/);
    expect(stdout).toMatch(/create +\S+launchers\/dev\.sallyport\.host\n/);
    expect(world.snapshot()).toEqual(was);
  });

  it('answers a program with one JSON value, which holds no variable of the environment', async () => {
    for (const args of [
      ['install', '--dry-run', '--json'],
      ['--json', 'install'],
    ]) {
      const { stdout } = await runCommand(world, args);
      expect(stdout).not.toContain('planted-secret');
      const { changes } = JSON.parse(stdout);
      expect(changes.map(({ part }: { part: string }) => part)).toEqual([
        'bundle',
        'bundle',
        'launcher',
        'environment',
        'manifest',
        'manifest',
      ]);
    }
    expect(JSON.parse(world.read(`${world.data}/environment.json`)).variables.SECRET).toBe('planted-secret');
    expect(world.ports.disk.look(`${world.data}/environment.json`)).toMatchObject({ mode: 0o600 });
  });

  it('shows a program what stands there now and what would stand there', async () => {
    world.put(chromeManifest, 'theirs');
    const { stdout } = await runCommand(world, ['install', '--browser', 'chrome', '--dry-run', '--json']);
    const { changes } = JSON.parse(stdout);
    const manifest = changes.find(({ place }: { place: string }) => place === chromeManifest);
    expect(manifest).toMatchObject({ action: 'replace', before: 'theirs', browsers: ['chrome'] });
    await runCommand(world, ['install', '--browser', 'chrome']);
    expect(world.read(chromeManifest)).toBe(manifest.after);
  });

  it('serves another extension under another name beside ours', async () => {
    await runCommand(world, ['install']);
    const id = 'abcdefghijklmnopabcdefghijklmnop';
    const other = await runCommand(world, ['install', '--extension-id', id, '--name', 'org.example.other_host']);
    expect(other).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Installed for Google Chrome.') });
    const manifest = JSON.parse(world.read(chromeManifest.replace('dev.sallyport.host', 'org.example.other_host')));
    expect(manifest).toMatchObject({ name: 'org.example.other_host', allowed_origins: [`chrome-extension://${id}/`] });
    await runCommand(world, ['uninstall', '--name', 'org.example.other_host']);
    expect(world.ports.exists(manifest.path)).toBe(false);
    expect(JSON.parse(world.read(chromeManifest)).name).toBe('dev.sallyport.host');
  });

  it('writes only the part that --only names', async () => {
    await runCommand(world, ['install', '--only', 'environment']);
    expect(world.ports.exists(`${world.data}/environment.json`)).toBe(true);
    expect(world.ports.exists(chromeManifest)).toBe(false);
  });

  it('asks at a terminal, and does nothing after a no', async () => {
    const was = world.snapshot();
    const asked: string[] = [];
    const confirm = async (question: string) => asked.push(question) === 0;
    const { stdout } = await runCommand(world, ['install'], { confirm });
    expect(asked).toEqual(['Make these changes?']);
    expect(stdout).toContain('Nothing was changed.');
    expect(world.snapshot()).toEqual(was);
    expect((await runCommand(world, ['install', '--yes'], { confirm })).stdout).toContain('Installed for');
    expect(asked).toHaveLength(1);
  });

  it('warns of a Node that a version manager may take away', async () => {
    const node = { path: '/home/ada/.nvm/versions/node/v22.14.0/bin/node', version: 'v22.14.0' };
    const { exitCode, stderr } = await runCommand(world, ['install'], { node });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('the Node.js of nvm');
  });

  it('warns who is served when it runs through sudo', async () => {
    const machine = { ...world.machine, uid: 0, env: { SUDO_USER: 'ada' } };
    expect((await runCommand(world, ['install'], { machine })).stderr).toContain(
      "installs for root's browsers; for those of ada",
    );
  });

  it('carries SALLYPORT_HOME into the launcher, and takes none that depends on where one stands', async () => {
    const machine = (path: string) => ({ ...world.machine, env: { SALLYPORT_HOME: path } });
    expect(await runCommand(world, ['install'], { machine: machine('here') })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Set it to an absolute path.'),
    });
    await runCommand(world, ['install'], { machine: machine('/srv/sally port') });
    const launcher = world.read('/srv/sally port/data/launchers/dev.sallyport.host');
    expect(launcher).toContain("export SALLYPORT_HOME='/srv/sally port'\n");
    expect(launcher).toContain(
      `export SALLYPORT_GATEWAY_COMMAND='["/usr/bin/node","/srv/sally port/data/versions/${PRODUCT_VERSION}/gateway.cjs"]'\n`,
    );
  });

  it('warns of a browser in a sandbox that cannot start it', async () => {
    mkdirSync(world.real('/home/ada/.var/app/com.google.Chrome'), { recursive: true });
    expect((await runCommand(world, ['install'])).stderr).toContain('Google Chrome (flatpak) runs in a sandbox');
  });

  it('replaces a linked manifest without writing through the link', async () => {
    world.put('/home/ada/dotfiles/host.json', 'mine');
    world.put(`${chromeManifest}.neighbour`, '');
    symlinkSync('/home/ada/dotfiles/host.json', world.real(chromeManifest));
    await runCommand(world, ['install']);
    expect(world.read('/home/ada/dotfiles/host.json')).toBe('mine');
    expect(JSON.parse(world.read(chromeManifest)).name).toBe('dev.sallyport.host');
  });
});

describe('install refuses, with the reason and the remedy,', () => {
  it.each([
    ['an unknown browser', ['--browser', 'netscape'], 2, /Unknown browser "netscape"\.\nSupported .*chrome, .*zen/],
    ['a browser that is not there', ['--browser', 'vivaldi'], 1, /Vivaldi was not found.*\nStart it once/],
    ['an unknown part', ['--only', 'everything'], 2, /the part "everything".*\nParts: browsers, environment/],
    ['an impossible name', ['--name', 'Dev Host'], 2, /"Dev Host" is not a valid native host name.*\nUse lower-case/],
    ['an id that is none', ['--extension-id', 'x'], 2, /"x" is not an extension id.*\nChromium ids have/],
    ['an id for other browsers', ['--extension-id', 'a@b', '--browser', 'chrome'], 2, /None of these browsers/],
    ['an unknown option', ['--brwser', 'x'], 2, /unknown option '--brwser'\n\(Did you mean --browser\?\)/],
    ['an option without its value', ['--node'], 2, /argument missing/],
  ])('%s', async (_, args, exitCode, sentence) => {
    const was = world.snapshot();
    expect(await runCommand(world, ['install', ...args])).toMatchObject({
      exitCode,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
    expect(world.snapshot()).toEqual(was);
  });

  it('a machine without a browser', async () => {
    const bare = openInstallerWorld('linux');
    const { exitCode, stderr } = await runCommand(bare, ['install']);
    bare.close();
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/No supported browser was found.*\nInstall one.*Google Chrome/),
    ]);
  });

  it('a Node that is not there, or too old', async () => {
    const probed: string[] = [];
    const installer = (version?: string) => ({
      ...world.ports,
      probeNode: (path: string) => {
        probed.push(path);
        return version;
      },
    });
    const missing = await runCommand(world, ['install', '--node', 'bin/node'], { installer: installer() });
    expect(missing).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('/home/ada/bin/node is not a Node.js that can be run.'),
    });
    const old = await runCommand(world, ['install', '--node', '/opt/node'], { installer: installer('v18.20.0') });
    expect(old).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Node v18.20.0 at /opt/node is too old'),
    });
    expect(probed).toEqual(['/home/ada/bin/node', '/opt/node']);
  });

  it('a product that is not built', async () => {
    const installer = { ...world.ports, readBundle: () => undefined };
    const { exitCode, stderr } = await runCommand(world, ['install'], { installer });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Run "npm run build"')]);
  });

  it('a ledger that cannot be read, and leaves it', async () => {
    world.put(`${world.data}/install.json`, '{"version":1,"entries":[{"kind":"file"}]}');
    const was = world.snapshot();
    const { exitCode, stderr } = await runCommand(world, ['install']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('record of the installation cannot be read')]);
    expect(world.snapshot()).toEqual(was);
  });

  it('in JSON too, when a program asked', async () => {
    const { stdout } = await runCommand(world, ['install', '--browser', 'netscape', '--json']);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: 'Unknown browser "netscape".',
    });
  });
});

describe('one browser that cannot be served', () => {
  it('because a folder stands where its manifest belongs, does not keep others from theirs', async () => {
    mkdirSync(world.real(chromeManifest), { recursive: true });
    const { exitCode, stdout, stderr } = await runCommand(world, ['install']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Something else is in the way of ${chromeManifest}. Move it away`);
    expect(stdout).toContain('Installed for Firefox.');
  });

  it('because its folder may not be written, does not keep others from theirs', async () => {
    const disk = movedDisk(nodeDisk, world.real, (path) => {
      if (path.includes('google-chrome')) throw Object.assign(new Error('denied'), { code: 'EACCES' });
    });
    const { exitCode, stdout, stderr } = await runCommand(world, ['install'], { installer: { ...world.ports, disk } });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/No permission to read or write \S+google-chrome\S+ Give this user/),
    ]);
    expect(stdout).toContain('Installed for Firefox.');
  });
});

describe('a data folder that may not be written', () => {
  it('ends the install before any browser sees a manifest', async () => {
    const disk = movedDisk(nodeDisk, world.real, (path) => {
      if (path.includes('sallyport/data')) throw Object.assign(new Error('denied'), { code: 'EROFS' });
    });
    const { exitCode, stdout } = await runCommand(world, ['install'], { installer: { ...world.ports, disk } });
    expect([exitCode, stdout]).toEqual([1, 'Not installed; see the error above.\n']);
    expect(world.ports.exists(chromeManifest)).toBe(false);
  });
});
