import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { processesNaming } from '../../../../../tests/support/left-behind.ts';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { fixtureServer } from '../../../../../tests/support/upstreams.ts';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { openPidJournal } from './pid-journal.ts';
import { MARKER_VARIABLE, membersOf, signalTree, startTimeOf } from './process-table.ts';
import { ProcessTree } from './process-tree.ts';

const { platform } = process;
let count = 0;

function start(folder: string, command: string, args: readonly string[]) {
  const marker = `${process.pid}${++count}`.padStart(32, '0');
  onTestFinished(() => signalTree({ marker, platform }, 'SIGKILL'));
  const env = { PATH: process.env.PATH ?? '' };
  return ProcessTree.start({ command, args, env, cwd: folder, marker, platform }).then((tree) => ({ tree, marker }));
}

it(verifies('ends a server behind sh -c with a child in a session of its own', 'S4-accept-stop'), async () => {
  const folder = temporaryFolder();
  const line = `"${process.execPath}" "${fixtureServer}" --child "--of=${folder}"; true`;
  const { tree } = await start(folder, 'sh', ['-c', line]);
  await eventually('shell, server and child run', () => processesNaming(folder).length === 3);
  await tree.end();
  expect(processesNaming(folder)).toEqual([]);
});

it('forces a server that hears neither the end of its input nor the signal', async () => {
  const folder = temporaryFolder();
  const { tree } = await start(folder, process.execPath, [fixtureServer, '--ignores-term', `--of=${folder}`]);
  await eventually('it runs', () => processesNaming(folder).length === 1);
  await Promise.all([tree.end(), tree.end()]);
  expect(await tree.exited).toBe('signal SIGKILL');
}, 10_000);

it('says that a program is not there', async () => {
  await expect(start(temporaryFolder(), 'no-such-program', [])).rejects.toMatchObject({
    code: 'ERR_SERVER_UNAVAILABLE',
    message: expect.stringContaining('no-such-program'),
  });
});

it('what a dead gateway left is ended by the next, and nobody else', async () => {
  const folder = temporaryFolder();
  const journalOf = (nonce: string, pid: number) => openPidJournal({ folder, nonce, pid, platform });
  const { tree, marker } = await start(folder, process.execPath, [fixtureServer, '--child', `--of=${folder}`]);
  const other = await start(folder, process.execPath, [fixtureServer, `--of=${folder}`]);
  await eventually('both run', () => processesNaming(folder).length === 3);

  const living = journalOf('1', process.pid);
  living.add(tree.pid, marker);
  expect(journalOf('2', process.pid).reap()).toBe(0);
  living.close();

  // A gateway whose process is gone; one of its numbers went to a process that is not its own.
  const dead = journalOf('3', 2 ** 22 - 1);
  dead.add(tree.pid, marker);
  dead.add(other.tree.pid, 'f'.repeat(32));
  expect(journalOf('4', process.pid).reap()).toBe(1);
  await eventually('only the other is left', () => processesNaming(folder).length === 1);
  expect(membersOf({ groupId: other.tree.pid, marker: other.marker, platform })).toEqual([other.tree.pid]);
  expect(readdirSync(folder)).toEqual([]);
  await Promise.all([tree.end(), other.tree.end()]);
});

it('a process is known by when it began', () => {
  expect(startTimeOf(process.pid, platform)).toBe(startTimeOf(process.pid, platform));
  expect(startTimeOf(2 ** 22 - 1, platform)).toBeUndefined();
  expect(MARKER_VARIABLE).toMatch(/^SALLYPORT_/);
});
