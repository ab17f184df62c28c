import { SallyportError } from '@sallyport/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { verifies } from '../../../../../tests/support/verifies.ts';
import { type ServerState, Supervisor } from './supervisor.ts';

/** A made-up server: each start takes what the test queued, and each one can be crashed. */
function openWorld(options: { readonly failures?: number; readonly data?: Record<string, string> } = {}) {
  let failures = options.failures ?? 0;
  const states: ServerState[] = [];
  const told: unknown[][] = [];
  const started: { crash: () => void; closed: Promise<SallyportError>; close: () => Promise<void> }[] = [];
  const supervisor = new Supervisor({
    async connect(signal) {
      await Promise.resolve();
      signal.throwIfAborted();
      if (failures-- > 0) throw new SallyportError('ERR_PROTOCOL_ERROR', 'It would not start.', options);
      let crash = () => {};
      const closed = new Promise<SallyportError>((resolve) => {
        crash = () => resolve(new SallyportError('ERR_SERVER_UNAVAILABLE', 'It crashed.'));
      });
      const live = { crash, closed, close: async () => crash() };
      started.push(live);
      return live;
    },
    onState: (state) => states.push(state),
    onCrash: (attempt, max) => told.push(['crash', attempt, max]),
    onRestarted: () => told.push(['restarted']),
    onFailed: ({ message }) => told.push(['failed', message]),
  });
  const crash = async () => {
    started.at(-1)?.crash();
    await vi.advanceTimersByTimeAsync(0);
  };
  const ready = () => supervisor.ready(new AbortController().signal);
  return { supervisor, states, told, started, crash, ready, failNext: (count: number) => (failures = count) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it(verifies('starts, and then runs', 'S4-state-starting', 'S4-state-running'), async () => {
  const { supervisor, states, ready, started } = openWorld();
  supervisor.start();
  expect(supervisor.state).toBe('starting');
  expect(await ready()).toBe(started[0]);
  expect(states).toEqual(['starting', 'running']);
});

it(
  verifies(
    'restarts a crashed server after 2, 4 and 6 s, and then leaves it failed',
    'S4-state-crashed',
    'S4-state-restarting',
    'S4-restart-max',
    'S4-restart-backoff',
    'S4-accept-restart',
  ),
  async () => {
    const { supervisor, states, told, crash, ready, started } = openWorld();
    supervisor.start();
    await ready();
    for (const attempt of [1, 2, 3]) {
      await crash();
      expect(supervisor.state).toBe('crashed');
      await vi.advanceTimersByTimeAsync(2000 * attempt - 1);
      expect(started.length).toBe(attempt);
      await vi.advanceTimersByTimeAsync(1);
      expect(supervisor.state).toBe('running');
    }
    await crash();
    expect(supervisor.state).toBe('failed');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started.length).toBe(4);
    expect(states.slice(2, 5)).toEqual(['crashed', 'restarting', 'running']);
    expect(told).toEqual([
      ...[1, 2, 3].flatMap((attempt) => [['crash', attempt, 3], ['restarted']]),
      ['crash', 4, 3],
      ['failed', 'It crashed.'],
    ]);
  },
);

it('a failed server is tried again by the next call, and only by that', async () => {
  const { supervisor, ready, started, failNext } = openWorld({ failures: 4 });
  supervisor.start();
  await vi.advanceTimersByTimeAsync(13_000);
  expect(supervisor.state).toBe('failed');
  failNext(1);
  await expect(ready()).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'not_run' } });
  expect(supervisor.state).toBe('failed');
  const all = await Promise.all([ready(), ready(), ready()]);
  expect(new Set(all).size).toBe(1);
  expect(started.length).toBe(1);
});

it('a minute of running well begins the count anew', async () => {
  const { supervisor, told, crash, ready } = openWorld();
  supervisor.start();
  await ready();
  await crash();
  await vi.advanceTimersByTimeAsync(2000);
  await vi.advanceTimersByTimeAsync(60_000);
  await crash();
  expect(told.filter(([what]) => what === 'crash')).toEqual([
    ['crash', 1, 3],
    ['crash', 1, 3],
  ]);
});

it('who calls during the pause waits for the next start', async () => {
  const { supervisor, crash, ready, started } = openWorld();
  supervisor.start();
  await ready();
  await crash();
  const waiting = ready();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await waiting).toBe(started[1]);
  expect(started.length).toBe(2);
});

it('who gives up waiting does not stop the start', async () => {
  const { supervisor, crash, ready } = openWorld();
  supervisor.start();
  await ready();
  await crash();
  const controller = new AbortController();
  const waiting = supervisor.ready(controller.signal);
  controller.abort(new SallyportError('ERR_CANCELLED', 'Enough.'));
  await expect(waiting).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(supervisor.state).toBe('running');
});

it('a restart by hand begins the count anew, and a renewal is no crash', async () => {
  const { supervisor, told, started, ready } = openWorld();
  supervisor.start();
  await ready();
  await supervisor.restart();
  expect(started.length).toBe(2);
  const lost = started[1];
  if (lost === undefined) throw new Error('It was not started.');
  const renewed = await supervisor.renew(lost, new AbortController().signal);
  expect(renewed).toBe(started[2]);
  expect(told.filter(([what]) => what === 'crash')).toEqual([]);
});

it('who calls while it is restarted by hand gets the new one, and there is no third', async () => {
  const { supervisor, started, ready } = openWorld();
  supervisor.start();
  const old = await ready();
  let letGo = () => {};
  old.close = () =>
    new Promise<void>((resolve) => {
      letGo = resolve;
    });
  const restarting = supervisor.restart();
  await vi.advanceTimersByTimeAsync(0);
  const waiting = ready();
  await vi.advanceTimersByTimeAsync(100);
  expect(started.length).toBe(1);
  letGo();
  await restarting;
  expect(await waiting).toBe(started[1]);
  expect(supervisor.live).toBe(started[1]);
  expect(started.length).toBe(2);
});

it('a close during the pause starts nothing for those who wait', async () => {
  const { supervisor, crash, ready, started } = openWorld();
  supervisor.start();
  await ready();
  await crash();
  const waiting = ready();
  waiting.catch(() => {});
  await supervisor.close();
  await expect(waiting).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE', data: { outcome: 'not_run' } });
  expect(started.length).toBe(1);
});

it('a close in the middle of a start ends what was begun, and nothing starts after it', async () => {
  const { supervisor, ready } = openWorld();
  supervisor.start();
  await supervisor.close();
  await supervisor.close();
  expect(supervisor.state).toBe('stopped');
  await expect(ready()).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
});

it('one that waits for a person is not started again by itself, but when somebody calls', async () => {
  const { supervisor, states, told, ready } = openWorld({ failures: 2, data: { signIn: 'needed' } });
  supervisor.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states).toEqual(['starting', 'signed-out']);
  expect(told).toEqual([['failed', 'It would not start.']]);
  await expect(ready()).rejects.toMatchObject({ data: { outcome: 'not_run', signIn: 'needed' } });
  expect(supervisor.state).toBe('signed-out');
  await ready();
  expect(supervisor.state).toBe('running');
});
