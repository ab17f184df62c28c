// The ssh of a remote host is started again after growing pauses, says why it is down, and ends with its owner.
import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type LinkStatus, RemoteLink } from './remote-link.ts';
import { READY } from './ssh-command.ts';

function open(script: string, firstPauseMs = 10) {
  const startedAtMs: number[] = [];
  const statuses: LinkStatus[] = [];
  const link = new RemoteLink({
    program: 'sh',
    command: () => {
      startedAtMs.push(performance.now());
      return { args: ['-c', script], record: { socket: 'x' } };
    },
    env: { PATH: process.env.PATH },
    now: Date.now,
    onStatus: (status) => statuses.push(status),
    firstPauseMs,
  });
  return { link, startedAtMs, statuses };
}

it('waits twice as long after each failure, and keeps what ssh said', async () => {
  const { link, startedAtMs } = open('echo first >&2; echo "Permission denied (publickey)." >&2; exit 255', 40);
  await eventually('it was tried four times', () => startedAtMs.length >= 4);
  await link.close();
  const gaps = startedAtMs.slice(1, 4).map((at, index) => at - (startedAtMs[index] ?? 0));
  for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(40 * 2 ** index - 1);
  expect(link.status).toEqual({ state: 'down', problem: 'Permission denied (publickey).' });
  const tries = startedAtMs.length;
  await link.close();
  expect(startedAtMs).toHaveLength(tries);
});

it('is up when the script said so, and ends the process with its input', async () => {
  const { link, statuses } = open(`read -r record; echo "$record" | grep -q socket && echo ${READY}; cat > /dev/null`);
  await eventually('it is up', () => link.status.state === 'up');
  await link.close();
  expect(statuses).toEqual([{ state: 'up' }]);
});

it('names what the exit codes of the script mean', async () => {
  const { link } = open('exit 74', 10_000);
  await eventually('it is down', () => link.status.state === 'down');
  expect(link.status.problem).toContain('AllowStreamLocalForwarding');
  await link.close();
});
