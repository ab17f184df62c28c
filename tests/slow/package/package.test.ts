// A release as a stranger meets it: one tarball, no clone, an empty home; four clients and the machine's browsers.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { processesNaming } from '../../support/left-behind.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { projectRoot } from '../../support/test-sources.ts';

const clients: Readonly<Record<string, string>> = {
  '.claude.json': '{\n  // mine\n  "mcpServers": {}\n}',
  '.codex/config.toml': 'model = "o"',
  '.gemini/settings.json': '\uFEFF{ "theme": "dark" }\r\n',
  '.cursor/mcp.json': '',
};

interface Entry {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

it('installs from one tarball, serves four clients and leaves every byte as it was', async () => {
  const folder = temporaryFolder();
  const [out, prefix, home, empty] = ['out', 'prefix', 'home', 'empty'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [home, empty, join(home, '.claude')]) mkdirSync(path, { recursive: true });
  for (const [path, text] of Object.entries(clients)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  onTestFinished(() => {
    for (const { pid } of processesNaming(folder)) process.kill(pid, 'SIGKILL');
  });
  const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs');
  execFileSync(process.execPath, [tsx, '--conditions=@sallyport/source', 'scripts/release.ts', '--out', out], {
    cwd: projectRoot,
  });
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n');
  expect(sums.map((line) => line.split('  ')[1]).sort()).toEqual(
    readdirSync(out)
      .filter((name) => name !== 'SHA256SUMS')
      .sort(),
  );
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ');
    expect(
      createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex'),
    ).toBe(sum);
  }
  const env = { PATH: process.env.PATH ?? '', HOME: home, USER: 'ada', npm_config_cache: join(folder, 'cache') };
  const tarball = join(out, `sallyport-${PRODUCT_VERSION}.tgz`);
  execFileSync('npm', ['install', '--global', '--offline', '--prefix', prefix, tarball], { cwd: empty, env });
  const sallyport = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(prefix, 'bin', 'sallyport'), args, {
      ...{ cwd: empty, env, encoding: 'utf8', timeout: 120_000 },
    });
    expect(status, `${args.join(' ')}: ${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  for (const browser of ['chromium', 'firefox'])
    expect(JSON.parse(sallyport('up', '--once', '--json', '--browser', browser))).toMatchObject({ ok: true });
  const installed = JSON.parse(sallyport('install', '--yes', '--json'));
  expect(installed.agents).toHaveLength(4);
  const named: string[] = installed.load.flatMap(({ browsers }: { browsers: string[] }) => browsers);
  expect(named).toEqual(expect.arrayContaining(['Chromium', 'Firefox']));
  for (const { path } of installed.load) expect(existsSync(path)).toBe(true);
  const manifests = ['.config/chromium/NativeMessagingHosts', '.mozilla/native-messaging-hosts'].map((path) =>
    join(home, path, 'dev.sallyport.host.json'),
  );
  expect(manifests.map(existsSync)).toEqual([true, true]);
  for (const path of ['.claude.json', '.gemini/settings.json', '.cursor/mcp.json']) {
    expect(await toolsOf(entryIn(readFileSync(join(home, path), 'utf8')), env)).toContain('notes__list');
  }
  const { hops } = JSON.parse(sallyport('doctor', '--json'));
  const pinged = hops.filter(({ name }: { name: string }) => name.startsWith('client '));
  expect(pinged.map(({ state }: { state: string }) => state)).toEqual(['sound', 'sound', 'sound', 'sound']);
  sallyport('stop');
  sallyport('uninstall', '--purge', '--yes');
  for (const [path, text] of Object.entries(clients)) expect(readFileSync(join(home, path), 'utf8')).toBe(text);
  expect(manifests.map(existsSync)).toEqual([false, false]);
  expect(readdirSync(empty)).toEqual([]);
  expect(existsSync(join(home, '.config', 'sallyport'))).toBe(false);
  // A release and two browsers, one after the other.
}, 200_000);

function entryIn(text: string): Entry {
  const json = text.replace(/^\uFEFF/, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return JSON.parse(json).mcpServers.sallyport;
}

/** A real MCP client with the entry as written. */
async function toolsOf({ command, args, env: own }: Entry, env: Record<string, string>): Promise<string[]> {
  const client = new Client({ name: 'tester', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, env: { ...env, ...own } }));
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}
