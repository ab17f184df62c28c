// The built command as a person starts it, through the bin that npm links: help, misuse, install, and a browser's call.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFrame, FrameDecoder, limits, PRODUCT_VERSION } from '@sallyport/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../packages/cli/src/commands/table.ts';
import { projectRoot } from '../support/test-sources.ts';

const bin = join(projectRoot, 'node_modules', '.bin', 'sallyport');
let home: string;
let env: Record<string, string>;

beforeEach(() => {
  expect(existsSync(join(projectRoot, 'packages/cli/dist/main.js')), 'run "npm run build" first').toBe(true);
  home = mkdtempSync(join(tmpdir(), 'sallyport-cli-'));
  mkdirSync(join(home, '.config', 'google-chrome'), { recursive: true });
  writeFileSync(join(home, '.config', 'google-chrome', 'Local State'), '{}');
  env = { PATH: process.env.PATH ?? '', HOME: home, USER: 'ada', SALLYPORT_HOME: join(home, 'sallyport') };
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function sallyport(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(bin, args, { env, encoding: 'utf8', timeout: 20_000 });
  return { status, stdout, stderr };
}

describe('the command', () => {
  it('runs by the spelling of npx', () => {
    const spelling = ['--no-install', 'sallyport', '--version'];
    const npx = spawnSync('npx', spelling, { cwd: projectRoot, encoding: 'utf8' });
    expect([npx.status, npx.stdout]).toEqual([0, `${PRODUCT_VERSION}\n`]);
  }, 20_000);

  it('shows its help, with every command, when called bare', () => {
    const { status, stdout, stderr } = sallyport();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: sallyport/);
    for (const { name, summary } of commands)
      expect(stdout).toMatch(new RegExp(`\\n  ${name} +${summary.slice(0, 20)}`));
  });

  it('exits with 2 and names the nearest command on a misspelt one', () => {
    const { status, stdout, stderr } = sallyport('instal');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/unknown command 'instal'.*\n.*Did you mean install\?/);
  });

  it('exits with 1 and the remedy when a browser is missing', () => {
    const { status, stderr } = sallyport('install', '--browser', 'vivaldi');
    expect([status, stderr]).toEqual([1, expect.stringContaining('Start it once')]);
  });

  it('takes a reader that went away for no fault', () => {
    const { status, stderr } = spawnSync('sh', ['-c', `'${bin}' --help | true`], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('an installation on this machine', () => {
  const manifestPath = () => join(home, '.config/google-chrome/NativeMessagingHosts/dev.sallyport.host.json');

  it('lets a program without any environment start the host, and leaves no trace when taken back', async () => {
    const before = listing();
    expect(sallyport('install', '--browser', 'chrome')).toMatchObject({ status: 0, stderr: '' });
    const { path } = JSON.parse(readFileSync(manifestPath(), 'utf8'));
    const host = spawn('env', ['-i', path, 'chrome-extension://jkcmiamadfloocabdmgebmegghhmpfgk/'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    try {
      expect(await pongFrom(host)).toMatchObject({ type: 'pong' });
    } finally {
      await endOf(host);
    }
    expect(host.exitCode).toBe(0);
    expect(sallyport('uninstall')).toMatchObject({ status: 0, stdout: 'Uninstalled.\n' });
    expect(existsSync(manifestPath()) || existsSync(path)).toBe(false);
    // Logs are the user's to keep, until a purge.
    expect(sallyport('uninstall', '--purge', '--yes')).toMatchObject({ status: 0 });
    expect(listing()).toEqual(before);
  }, 30_000);

  it('records the environment where only its owner can read it, and prints none of it', () => {
    env = { ...env, PLANTED: 'planted-secret', SHELL: '/bin/sh' };
    const { status, stdout, stderr } = sallyport('install', '--only', 'environment', '--json');
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.not.stringContaining('planted-secret')]);
    const file = join(home, 'sallyport', 'data', 'environment.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).variables.PLANTED).toBe('planted-secret');
  });

  it('is all in the HOME that it was started with, and its launcher says so to the browser', () => {
    const { SALLYPORT_HOME: _, ...homeOnly } = env;
    env = homeOnly;
    expect(sallyport('install', '--only', 'browsers', '--yes')).toMatchObject({ status: 0 });
    const { path } = JSON.parse(readFileSync(manifestPath(), 'utf8'));
    expect(path).toBe(join(home, '.config/sallyport/data/launchers/dev.sallyport.host'));
    expect(readFileSync(path, 'utf8')).toContain(join(home, '.config/sallyport'));
    expect(sallyport('uninstall', '--purge', '--yes')).toMatchObject({ status: 0 });
    expect(existsSync(join(home, '.config/sallyport'))).toBe(false);
  });

  it('goes with everything the product kept, when purged', () => {
    sallyport('install', '--only', 'browsers');
    mkdirSync(join(home, 'sallyport', 'run'), { recursive: true });
    writeFileSync(join(home, 'sallyport', 'config.json'), '{}');
    writeFileSync(join(home, 'sallyport', 'data', 'grants.json'), '{}');
    expect(sallyport('uninstall', '--purge', '--yes')).toMatchObject({ status: 0 });
    expect(existsSync(join(home, 'sallyport'))).toBe(false);
  });

  it("is not purged where that would take a person's own folder", () => {
    env = { ...env, SALLYPORT_HOME: home };
    mkdirSync(join(home, 'data'));
    writeFileSync(join(home, 'data', 'thesis.txt'), 'mine');
    const { status, stderr } = sallyport('uninstall', '--purge', '--yes');
    expect([status, stderr]).toEqual([2, expect.stringContaining("more than Sallyport's files")]);
    expect(readFileSync(join(home, 'data', 'thesis.txt'), 'utf8')).toBe('mine');
  });

  function listing(): string[] {
    return readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
  }
});

describe('a call by a browser', () => {
  it.each(['native-host', '--chrome-native-host'])(
    'by "%s" is answered by the native host, whatever else stands there',
    async (word) => {
      const args = [word, 'chrome-extension://jkcmiamadfloocabdmgebmegghhmpfgk/', '--parent-window=0'];
      const host = spawn(bin, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
      try {
        expect(await pongFrom(host)).toMatchObject({ type: 'pong' });
      } finally {
        await endOf(host);
      }
      expect(host.exitCode).toBe(0);
    },
  );
});

/** Sends one ping and resolves with the first message that comes back. */
function pongFrom(host: ChildProcess): Promise<unknown> {
  const decoder = new FrameDecoder({ maxBytes: limits.frame.toBrowserMaxBytes });
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('no answer within 10 s')), 10_000);
    host.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
    host.stdout?.on('data', (bytes: Buffer) => {
      for (const decoded of decoder.push(bytes)) {
        clearTimeout(deadline);
        resolve(decoded.ok ? decoded.message : decoded);
      }
    });
    host.stdin?.write(encodeFrame('{"type":"ping"}'));
  });
}

/** Closes stdin as a browser does, and waits for the process to go; kills it when it does not. */
async function endOf(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null) return;
  const exit = new Promise((resolve) => host.once('exit', resolve));
  const deadline = setTimeout(() => host.kill('SIGKILL'), 10_000);
  host.stdin?.end();
  await exit;
  clearTimeout(deadline);
}
