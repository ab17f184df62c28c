// The owner of a browser's process tree, tried on shells that behave as badly as a browser can.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type BrowserProcess, openBrowserProcess } from './browser-process.ts';
import { hasEndedWithin, isAlive, killGroup, type ProcessGroup } from './process-group.ts';

const platform = process.platform;
const groups: ProcessGroup[] = [];

afterEach(() => {
  for (const group of groups.splice(0)) killGroup(group);
});

/** A program with a child of its own; it writes a word to stderr when it is ready. */
async function openShell(script: string): Promise<BrowserProcess> {
  const opened = await openBrowserProcess({
    path: '/bin/sh',
    args: ['-c', script],
    env: process.env,
    platform,
    endMs: 300,
  });
  groups.push({ leaderPid: opened.pid, platform });
  await expect.poll(() => opened.stderrTail, { timeout: 10_000 }).toContain('ready');
  return opened;
}

const groupOf = ({ pid }: BrowserProcess): ProcessGroup => ({ leaderPid: pid, platform });

describe('BrowserProcess', () => {
  it('ends the whole tree on close, and says how the browser exited', async () => {
    const opened = await openShell('sleep 60 & echo ready >&2; exec sleep 60');
    // The child outlives its parent's SIGTERM, as a hung renderer would.
    expect(isAlive(groupOf(opened))).toBe(true);
    await opened.close();
    expect(isAlive(groupOf(opened))).toBe(false);
    expect(await opened.exited).toEqual({ code: null, signal: 'SIGTERM' });
    await opened.close();
  });

  it('kills a tree that ignores the request to end', async () => {
    const opened = await openShell('trap "" TERM; sleep 60 & echo ready >&2; wait; wait; sleep 60');
    await opened.close();
    expect(isAlive(groupOf(opened))).toBe(false);
    expect((await opened.exited).signal).toBe('SIGKILL');
  });

  it('takes along what a browser that ended by itself left behind', async () => {
    const opened = await openShell('sleep 60 & echo ready >&2; exit 3');
    expect(await opened.exited).toEqual({ code: 3, signal: null });
    expect(await hasEndedWithin(groupOf(opened), 4_000)).toBe(true);
  });

  it('keeps only the end of what was written to stderr', async () => {
    const opened = await openShell('head -c 100000 /dev/zero | tr "\\0" x >&2; echo ready >&2; exec sleep 60');
    expect(opened.stderrTail.length).toBe(16 * 1024);
    expect(opened.stderrTail.endsWith('xready\n')).toBe(true);
    await opened.close();
  });

  it('says which program could not be started', async () => {
    const opening = openBrowserProcess({ path: '/nowhere/chromium', args: [], env: {}, platform });
    await expect(opening).rejects.toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
      message: 'The browser /nowhere/chromium could not be started.',
    });
  });
});

describe('the watchdog', () => {
  let owner: ChildProcess | undefined;
  afterEach(() => owner?.kill('SIGKILL'));

  it('ends the browser of an owner that was killed', async () => {
    const source = new URL('./browser-process.ts', import.meta.url).href;
    const script = `
      import { openBrowserProcess } from ${JSON.stringify(source)};
      const args = ['-c', 'sleep 60 & exec sleep 60'];
      const opened = await openBrowserProcess({ path: '/bin/sh', args, env: process.env, platform: process.platform });
      console.log(opened.pid);`;
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const args = ['--conditions=@sallyport/source', '--import', 'tsx', '--input-type=module', '--eval', script];
    owner = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(owner.stdout ?? owner, 'data');
    const group: ProcessGroup = { leaderPid: Number(String(line)), platform };
    groups.push(group);
    expect(isAlive(group)).toBe(true);
    owner.kill('SIGKILL');
    expect(await hasEndedWithin(group, 8_000)).toBe(true);
  }, 15_000);
});
