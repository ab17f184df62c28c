// Clients are set up and set back: one entry each with a key of its own, and every other byte of their files as it was.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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

const claude =
  '{\n    // mine\n    "numStartups": 3,\n    "mcpServers": {\n        "other": { "command": "x" }\n    },\n}\n';
const codex =
  '# mine\nmodel = "o"\n\n[mcp_servers.other]\ncommand = "x"\nargs = [\n  "a",\n]\n\n[tui]\ntheme = "dark"\n';

function putAll({ put, home }: ReturnType<typeof openHome>): void {
  put('.claude.json', claude);
  mkdirSync(join(home, '.claude'));
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
  expect(world.read('.cursor/mcp.json').trim()).toBe('{}');
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

it('malformed files and links are left alone, with a warning', async () => {
  const world = openHome();
  world.put('.gemini/settings.json', '{ "mcpServers": {');
  world.put('.codex/config.toml', '[mcp_servers.broken\ncommand = 1\n');
  world.put('.cursor/mcp.json', '{"mcpServers": []}');
  mkdirSync(join(world.home, '.claude'));
  world.put('dotfiles/claude.json', '{}');
  symlinkSync(join(world.home, 'dotfiles/claude.json'), join(world.home, '.claude.json'));
  const { stderr, exitCode } = await world.run('install', '--only', 'agents', '--yes');
  expect(exitCode).toBe(0);
  expect(stderr.match(/was left as it is/g)).toHaveLength(4);
  expect(world.read('.gemini/settings.json')).toBe('{ "mcpServers": {');
  expect(world.read('.codex/config.toml')).toBe('[mcp_servers.broken\ncommand = 1\n');
  expect(world.read('.cursor/mcp.json')).toBe('{"mcpServers": []}');
  expect(world.read('dotfiles/claude.json')).toBe('{}');
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
