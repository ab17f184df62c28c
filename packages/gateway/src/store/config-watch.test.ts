import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@sallyport/protocol';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { watchConfig } from './config-watch.ts';

// The disk tells of a change in its own time; how long the watch waits after that is the test's to say.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const { reloadQuietMs, reloadEmptyMs } = limits.server;
const denying = '{ "policy": { "browser/*": "deny" } }';

/** A watched file that holds a rule, and the rules that were told since. */
function openWatched(written = denying) {
  const path = join(temporaryFolder(), 'config.json');
  writeFileSync(path, written);
  const told: (readonly string[])[] = [];
  const watch = watchConfig({
    path,
    text: denying,
    onConfig: ({ policy }) => told.push(Object.keys(policy)),
    onUnsound: (error) => told.push([error.code]),
  });
  onTestFinished(() => watch.close());
  vi.advanceTimersByTime(reloadQuietMs);
  /** Carries out a change, waits until the disk has told of it, and lets time pass. */
  const after = async (ms: number, change: () => void) => {
    change();
    await eventually('the disk tells of the change', () => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(ms);
  };
  return { path, told, after };
}

it('tells of a change that was made after the file was read and before it was watched', () => {
  expect(openWatched('{ "policy": { "editor/*": "deny" } }').told).toEqual([['editor/*']]);
});

it('tells of a change when it has been quiet', async () => {
  const { path, told, after } = openWatched();
  await after(reloadQuietMs, () => writeFileSync(path, '{ "policy": { "editor/*": "deny" } }'));
  expect(told).toEqual([['editor/*']]);
});

it.each([
  ['emptied', (path: string) => writeFileSync(path, '')],
  ['taken away', (path: string) => rmSync(path)],
])('a file that is %s to be written anew takes no rule away', async (_, clear) => {
  const { path, told, after } = openWatched();
  await after(reloadQuietMs, () => clear(path));
  expect(told).toEqual([]);
  writeFileSync(path, `${denying}\n`);
  await eventually('it is told', () => {
    vi.advanceTimersByTime(reloadQuietMs);
    return told.length > 0;
  });
  expect(told).toEqual([['browser/*']]);
});

it('a file that stays empty is meant so', async () => {
  const { path, told, after } = openWatched();
  await after(reloadQuietMs + reloadEmptyMs, () => writeFileSync(path, ''));
  expect(told).toEqual([[]]);
});
