import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteForShell, renderLauncher, versionManagerOf } from './launcher.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sallyport-launcher-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the launcher for Linux and macOS', () => {
  const host = 'console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))';

  function start(
    home: string,
    name: string,
    before: readonly string[],
  ): { args: string[]; env: Record<string, string> } {
    const place = join(folder, name);
    mkdirSync(place, { recursive: true });
    const hostBundle = join(place, 'native-host.cjs');
    const launcher = join(place, 'dev.sallyport.host');
    writeFileSync(hostBundle, host);
    const { text } = renderLauncher({
      platform: 'linux',
      node: process.execPath,
      hostBundle,
      variables: { SALLYPORT_HOME: home, SALLYPORT_GATEWAY_COMMAND: undefined },
    });
    writeFileSync(launcher, text);
    chmodSync(launcher, 0o755);
    const output = execFileSync('env', ['-i', ...before, launcher, 'chrome-extension://abc/', 'two words']);
    return JSON.parse(output.toString('utf8'));
  }

  it('starts the host with an empty environment and hands all arguments on', () => {
    const { args, env } = start('/srv/home', 'plain', []);
    expect(args).toEqual(['chrome-extension://abc/', 'two words']);
    expect(env.SALLYPORT_HOME).toBe('/srv/home');
  });

  it('works in a folder with spaces, quotes and shell signs in its name', () => {
    const odd = `it's "odd" $HOME \`id\` ; & * é`;
    expect(start(`/srv/${odd}`, odd, []).env.SALLYPORT_HOME).toBe(`/srv/${odd}`);
  });

  it("lets none of a browser's own values through", () => {
    const { env } = start('/srv/home', 'foreign', [
      'NODE_OPTIONS=--require /nowhere/preload.js',
      'NODE_PATH=/nowhere',
      'SALLYPORT_HOME=/other',
      'SALLYPORT_GATEWAY_COMMAND=["rm"]',
    ]);
    expect(env).toMatchObject({ SALLYPORT_HOME: '/srv/home' });
    for (const name of ['NODE_OPTIONS', 'NODE_PATH', 'SALLYPORT_GATEWAY_COMMAND']) expect(env).not.toHaveProperty(name);
  });

  it('quotes any text so that a shell gives it back', () => {
    const texts = fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(texts, (all) => {
        const script = `printf '%s\\0' ${all.map(quoteForShell).join(' ')}`;
        const printed = all.length === 0 ? '' : execFileSync('/bin/sh', ['-c', script]).toString('utf8');
        expect(printed.split('\0').slice(0, -1)).toEqual(all);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the launcher for Windows', () => {
  const request = {
    platform: 'win32',
    node: 'C:\\Program Files\\nodejs\\node.exe',
    hostBundle: 'C:\\100% mine\\native-host.cjs',
    variables: { SALLYPORT_HOME: undefined },
  } as const;

  it('is a batch file with absolute, quoted paths, in which percent signs stand for themselves', () => {
    const { extension, text } = renderLauncher(request);
    expect(extension).toBe('.bat');
    expect(text.split('\r\n')).toEqual([
      '@echo off',
      'rem Written by "sallyport install", which also replaces it: changes here get lost.',
      'setlocal DisableDelayedExpansion',
      'set "NODE_OPTIONS="',
      'set "NODE_PATH="',
      'set "SALLYPORT_HOME="',
      '"C:\\Program Files\\nodejs\\node.exe" "C:\\100%% mine\\native-host.cjs" %*',
      'exit /b %errorlevel%',
      '',
    ]);
  });

  it('switches the code page, silently, for a path beyond ASCII', () => {
    const { text } = renderLauncher({ ...request, hostBundle: 'C:\\Users\\Zoë\\native-host.cjs' });
    expect(text).toContain('chcp.com" 65001 >nul\r\n');
  });
});

describe('a Node of a version manager', () => {
  it.each([
    ['nvm', '/home/ada/.nvm/versions/node/v22.1.0/bin/node'],
    ['nvm', 'C:\\Users\\ada\\AppData\\Roaming\\nvm\\v22.1.0\\node.exe'],
    ['fnm', '/home/ada/.local/share/fnm/node-versions/v22.1.0/installation/bin/node'],
    ['fnm', '/run/user/1000/fnm_multishells/1_2/bin/node'],
    ['volta', '/home/ada/.volta/tools/image/node/22.1.0/bin/node'],
    ['asdf', '/home/ada/.asdf/installs/nodejs/22.1.0/bin/node'],
    ['mise', '/home/ada/.local/share/mise/installs/node/22.1.0/bin/node'],
    ['n', '/usr/local/n/versions/node/22.1.0/bin/node'],
    ['nodenv', '/home/ada/.nodenv/versions/22.1.0/bin/node'],
    ['Homebrew', '/opt/homebrew/Cellar/node/22.1.0/bin/node'],
  ])('is known: %s, %s', (manager, path) => {
    expect(versionManagerOf(path)).toBe(manager);
  });

  it.each([
    '/usr/bin/node',
    '/usr/local/bin/node',
    '/opt/homebrew/bin/node',
    'C:\\Program Files\\nodejs\\node.exe',
    '/home/nvmfan/node',
  ])('is not seen in %s', (path) => {
    expect(versionManagerOf(path)).toBeUndefined();
  });
});
