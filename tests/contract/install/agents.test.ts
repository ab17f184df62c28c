// Clients are set up and set back: one entry each with a key of its own, and every other byte of their files as it was.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeDisk } from '@sallyport/cli';
import { readMachine } from '@sallyport/native-host/run-directory';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../support/command-run.ts';
import { openInstallerWorld } from '../../support/installer-world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function openHome() {
  const home = temporaryFolder();
  const installer = openInstallerWorld('linux');
  onTestFinished(() => installer.close());
  const env = { HOME: home, SALLYPORT_HOME: join(home, 'sallyport') };
  const run = (...args: string[]) =>
    runCommand(installer, args, {
      machine: { ...readMachine(), env },
      bundles: '/opt/sallyport/dist',
      installer: { ...installer.ports, disk: nodeDisk, exists: existsSync, alone: (_, change) => change() },
    });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const read = (path: string) => readFileSync(join(home, path), 'utf8');
  return { home, run, put, read };
}

function writePrivately({ home }: { readonly home: string }, path: string, text: string): void {
  writeFileSync(join(home, path), text, { mode: 0o600 });
}

const claude =
  '{\n    // mine\n    "numStartups": 3,\n    "mcpServers": {\n        "other": { "command": "x" }\n    },\n}\n';
const codex =
  '# mine\nmodel = "o"\n\n[mcp_servers.other]\ncommand = "x"\nargs = [\n  "a",\n]\n\n[tui]\ntheme = "dark"\n';

function putAll({ put, home }: ReturnType<typeof openHome>): void {
  // Without its folder, as on a machine where only its file came along.
  put('.claude.json', claude);
  put('.codex/config.toml', codex);
  mkdirSync(join(home, '.gemini'));
  put('.cursor/mcp.json', '');
  mkdirSync(join(home, '.config/Code/User'), { recursive: true });
}

const files = [
  '.claude.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.cursor/mcp.json',
  '.config/Code/User/mcp.json',
];

it('each client that is used here gets its entry in its own form, with a key of its own', async () => {
  const world = openHome();
  putAll(world);
  const { exitCode, stdout } = await world.run('install', '--only', 'agents', '--yes');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Set up Claude Code, Codex, Gemini CLI, Cursor, VS Code.');
  const installed = join(world.home, 'sallyport/data/versions', PRODUCT_VERSION);
  const shim = { command: '/usr/bin/node', args: [join(installed, 'mcp-shim.cjs')] };
  expect(readdirSync(installed).sort()).toEqual(['gateway.cjs', 'mcp-shim.cjs']);
  expect(JSON.parse(world.read('.gemini/settings.json'))).toMatchObject({ mcpServers: { sallyport: shim } });
  expect(JSON.parse(world.read('.config/Code/User/mcp.json'))).toMatchObject({
    servers: { sallyport: { type: 'stdio', ...shim } },
  });
  expect(world.read('.claude.json')).toMatch(/\/\/ mine\n {4}"numStartups": 3,[\s\S]*"other": \{ "command": "x" \}/);
  expect(world.read('.codex/config.toml').startsWith(codex)).toBe(true);
  expect(world.read('.codex/config.toml')).toContain('\n\n[mcp_servers.sallyport]\ncommand = "/usr/bin/node"\n');
  const keys = files.map((file) => /SALLYPORT_KEY"?(?: =|:) "([0-9a-f]{64})"/.exec(world.read(file))?.[1]);
  expect(new Set(keys).size).toBe(5);
  expect(statSync(join(world.home, '.gemini/settings.json')).mode & 0o777).toBe(0o600);
  const { agents } = JSON.parse((await world.run('agents', 'list', '--json')).stdout);
  expect(agents).toHaveLength(5);
  const again = await world.run('install', '--only', 'agents', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ changed: false });
  expect(files.map(world.read).join('')).toContain(keys[0]);
});

it('taken back, every file is what it was, and the keys are worth nothing', async () => {
  const world = openHome();
  putAll(world);
  await world.run('install', '--only', 'agents', '--yes');
  expect(await world.run('uninstall', '--only', 'agents', '--yes')).toMatchObject({ exitCode: 0 });
  expect(world.read('.claude.json')).toBe(claude);
  expect(world.read('.codex/config.toml')).toBe(codex);
  expect(existsSync(join(world.home, '.gemini/settings.json'))).toBe(false);
  expect(existsSync(join(world.home, '.config/Code/User/mcp.json'))).toBe(false);
  expect(world.read('.cursor/mcp.json')).toBe('');
  expect(JSON.parse((await world.run('agents', '--json')).stdout)).toEqual({ agents: [] });
  expect(existsSync(join(world.home, 'sallyport/data/versions'))).toBe(false);
});

it('the bundles stay as long as a browser or a client needs them', async () => {
  const world = openHome();
  mkdirSync(join(world.home, '.gemini'));
  world.put('.mozilla/firefox/profiles.ini', '');
  const versions = join(world.home, 'sallyport/data/versions', PRODUCT_VERSION);
  expect(await world.run('install', '--yes')).toMatchObject({ exitCode: 0 });
  expect(readdirSync(versions).sort()).toEqual(['gateway.cjs', 'mcp-shim.cjs', 'native-host.cjs']);
  await world.run('uninstall', '--only', 'browsers', '--yes');
  expect(readdirSync(versions)).toContain('mcp-shim.cjs');
  expect(JSON.parse(world.read('.gemini/settings.json'))).toHaveProperty('mcpServers.sallyport');
  await world.run('install', '--yes');
  await world.run('uninstall', '--only', 'agents', '--yes');
  expect(readdirSync(versions)).toContain('native-host.cjs');
  await world.run('uninstall', '--yes');
  expect(existsSync(versions)).toBe(false);
});

it('what somebody added to the file since then stays', async () => {
  const world = openHome();
  mkdirSync(join(world.home, '.gemini'));
  await world.run('install', '--only', 'agents', '--yes');
  const settings = JSON.parse(world.read('.gemini/settings.json'));
  world.put('.gemini/settings.json', JSON.stringify({ ...settings, theme: 'dark' }));
  await world.run('uninstall', '--only', 'agents', '--yes');
  expect(JSON.parse(world.read('.gemini/settings.json'))).toEqual({ theme: 'dark' });
});

it('malformed files are left alone, with a warning and the entry to add by hand', async () => {
  const world = openHome();
  world.put('.gemini/settings.json', '{ "mcpServers": {');
  world.put('.codex/config.toml', '[mcp_servers.broken\ncommand = 1\n');
  world.put('.cursor/mcp.json', '{"mcpServers": []}');
  mkdirSync(join(world.home, '.claude'));
  symlinkSync(join(world.home, 'nowhere/claude.json'), join(world.home, '.claude.json'));
  const { stderr, exitCode } = await world.run('install', '--only', 'agents', '--yes');
  expect(exitCode).toBe(0);
  expect(stderr.match(/was left as it is/g)).toHaveLength(4);
  expect(stderr).toMatch(
    /To add Sallyport by hand:\n {2}\[mcp_servers\.sallyport\]\n {2}command = "\/usr\/bin\/node"\n/,
  );
  expect(stderr).toMatch(/To add Sallyport by hand:\n {2}\{\n {4}"mcpServers": \{\n {6}"sallyport": \{/);
  expect(world.read('.gemini/settings.json')).toBe('{ "mcpServers": {');
  expect(world.read('.codex/config.toml')).toBe('[mcp_servers.broken\ncommand = 1\n');
  expect(world.read('.cursor/mcp.json')).toBe('{"mcpServers": []}');
  expect(existsSync(join(world.home, 'nowhere'))).toBe(false);
});

it('follows links, as dotfiles often are, and leaves them links', async () => {
  const world = openHome();
  const link = join(world.home, '.claude.json');
  mkdirSync(join(world.home, '.claude'));
  world.put('dotfiles/claude.json', claude);
  symlinkSync('dotfiles/claude.json', link);
  expect(await world.run('install', '--only', 'agents', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readlinkSync(link)).toBe('dotfiles/claude.json');
  expect(world.read('dotfiles/claude.json')).toContain('SALLYPORT_KEY');
  await world.run('uninstall', '--only', 'agents', '--yes');
  expect(readlinkSync(link)).toBe('dotfiles/claude.json');
  expect(world.read('dotfiles/claude.json')).toBe(claude);
});

const shapes: readonly (readonly [string, string, string])[] = [
  ['an empty object', '.gemini/settings.json', '{}'],
  ['spaces in an empty object', '.gemini/settings.json', '{ }\n\n'],
  ['an empty container', '.gemini/settings.json', '{ "mcpServers": {} }'],
  ['a comment in an empty container', '.gemini/settings.json', '{\n\t"mcpServers": {\n\t\t// none yet\n\t}\n}\n'],
  ['a comment in an empty file', '.gemini/settings.json', '{ /* mine */ }'],
  ['a byte order mark', '.gemini/settings.json', '\uFEFF{ "theme": "dark" }\r\n'],
  ['lines of Windows', '.gemini/settings.json', '{\r\n  "mcpServers": {\r\n    "a": {},\r\n  },\r\n}\r\n'],
  ['TOML without a newline at its end', '.codex/config.toml', 'model = "o"'],
  ['TOML with two', '.codex/config.toml', 'model = "o"\n\n'],
  ['an empty TOML file', '.codex/config.toml', ''],
];

it.each(shapes)(
  '%s is there byte for byte after install and uninstall, and its comments in between',
  async (...args) => {
    const [, path, text] = args;
    const world = openHome();
    world.put(path, text);
    expect(await world.run('install', '--only', 'agents', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    const [comment = ''] = /\/\/ none yet|\/\* mine \*\/|^\uFEFF/.exec(text) ?? [];
    expect(world.read(path)).toContain(comment);
    expect(world.read(path)).toContain('SALLYPORT_KEY');
    await world.run('uninstall', '--only', 'agents', '--yes');
    expect(world.read(path)).toBe(text);
  },
);

it.each(shapes)('%s keeps what others wrote after the install, without our entry', async (...args) => {
  const [, path, text] = args;
  const world = openHome();
  world.put(path, text);
  await world.run('install', '--only', 'agents', '--yes');
  world.put(path, `${world.read(path)}${path.endsWith('toml') ? '[later]\nis = 1\n' : '// later\n'}`);
  await world.run('uninstall', '--only', 'agents', '--yes');
  const left = world.read(path);
  expect(left).toContain('later');
  expect(left).not.toMatch(/sallyport/i);
  const [comment = ''] = /\/\/ none yet|\/\* mine \*\/|^\uFEFF/.exec(text) ?? [];
  expect(left).toContain(comment);
});

it("never replaces an entry of the user's own, with or without a terminal, and says what to do", async () => {
  const own = {
    json: '{"mcpServers":{"sallyport":{"command":"mine"}}}',
    toml: '[mcp_servers.sallyport]\ncommand = "mine"\n',
  };
  const world = openHome();
  world.put('.gemini/settings.json', own.json);
  world.put('.codex/config.toml', own.toml);
  for (const flags of [[], ['--yes'], ['--json']]) {
    const { stderr } = await world.run('install', '--only', 'agents', ...flags);
    expect(stderr.match(/has an entry "sallyport" that Sallyport did not write; rename or remove/g)).toHaveLength(2);
  }
  expect(world.read('.gemini/settings.json')).toBe(own.json);
  expect(world.read('.codex/config.toml')).toBe(own.toml);
  await world.run('uninstall', '--only', 'agents', '--yes');
  expect(world.read('.gemini/settings.json')).toBe(own.json);
});

it('an upgrade changes the program of an entry and keeps its key, so that open agents go on', async () => {
  const world = openHome();
  mkdirSync(join(world.home, '.gemini'));
  world.put('.codex/config.toml', codex);
  await world.run('install', '--only', 'agents', '--yes');
  const keyIn = (path: string) => /SALLYPORT_KEY"?(?: =|:) "([0-9a-f]{64})"/.exec(world.read(path))?.[1];
  const paths = ['.gemini/settings.json', '.codex/config.toml'];
  const keys = paths.map(keyIn);
  for (const path of paths) writePrivately(world, path, world.read(path).replaceAll(PRODUCT_VERSION, '0.0.1'));
  const { stdout } = await world.run('install', '--only', 'agents', '--yes');
  expect(stdout).toContain('Set up Codex, Gemini CLI.');
  expect(world.read('.gemini/settings.json')).toContain(`versions/${PRODUCT_VERSION}/`);
  expect(paths.map(keyIn)).toEqual(keys);
  await world.run('uninstall', '--only', 'agents', '--yes');
  expect(world.read('.codex/config.toml')).toBe(codex);
});

it('a dry run names the changes, writes nothing and makes no key', async () => {
  const world = openHome();
  putAll(world);
  const { stdout } = await world.run('install', '--only', 'agents', '--dry-run');
  expect(stdout).toMatch(/create +the entry "sallyport" of Codex in .*config\.toml/);
  expect(world.read('.claude.json')).toBe(claude);
  expect(existsSync(join(world.home, 'sallyport'))).toBe(false);
});

it("files with a client's key are their owner's alone while the key is in them", async () => {
  const world = openHome();
  putAll(world);
  const modeOf = () => statSync(join(world.home, '.claude.json')).mode & 0o777;
  chmodSync(join(world.home, '.claude.json'), 0o644);
  await world.run('install', '--only', 'agents', '--yes');
  expect(modeOf()).toBe(0o600);
  chmodSync(join(world.home, '.claude.json'), 0o644);
  await world.run('install', '--only', 'agents', '--yes');
  expect(modeOf()).toBe(0o600);
  await world.run('uninstall', '--only', 'agents', '--yes');
  expect([modeOf(), world.read('.claude.json')]).toEqual([0o644, claude]);
});

it('uninstall names remote hosts that stay connected, and purges none of them', async () => {
  const world = openHome();
  mkdirSync(join(world.home, '.codex'));
  await world.run('install', '--only', 'agents', '--yes');
  const remote = {
    id: 'a'.repeat(32),
    host: 'ada@box',
    name: 'box',
    agentId: 'b',
    folder: '/srv/ada',
    version: '0.1.0',
  };
  world.put('sallyport/data/remotes.json', JSON.stringify({ version: 1, remotes: [remote] }));
  expect(await world.run('uninstall', '--purge', '--yes')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'Remote hosts are still connected: box.\nFirst run: sallyport remote remove box\n',
  });
  expect(existsSync(join(world.home, '.codex/config.toml'))).toBe(true);
  expect(await world.run('uninstall')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Note: The remote host box stays connected; "sallyport remote remove box"'),
  });
  expect(existsSync(join(world.home, '.codex/config.toml'))).toBe(false);
});
