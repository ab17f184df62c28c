import {
  type App,
  type AppCall,
  type Ask,
  type CallOptions,
  type RelayedMethod,
  SallyportError,
} from '@sallyport/protocol';
import { describe, expect, it, vi } from 'vitest';
import { openRooms, type Run } from '../../../../tests/support/path-rooms.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { HeldCalls } from '../rooms/limits/held-calls.ts';
import { Slots } from '../rooms/limits/slots.ts';
import { type CallRequest, call, type ReadRequest } from './call.ts';

const by = { role: 'agent', session: 'a'.repeat(32), client: 'tester' } as const;
const request: CallRequest = { kind: 'call', by, name: 'browser__act', args: { secret: 'planted' } };
const options = { signal: new AbortController().signal };

describe('a call', () => {
  it('leaves nothing behind on the signal of its caller, and no timer', async () => {
    vi.useFakeTimers();
    try {
      const { signal } = new AbortController();
      const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
      const { rooms } = await openRooms(async () => ({ content: [] }));
      expect(await call(rooms, request, { signal })).toMatchObject({ ok: true });
      expect(added).toHaveBeenCalledOnce();
      expect(removed.mock.calls.map(([, listener]) => listener)).toContain(added.mock.calls[0]?.[1]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('whose result nests too deep to be written as JSON fails by name, in debug mode too', async () => {
    const { rooms, faults, entries } = await openRooms(async () =>
      JSON.parse(`{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`),
    );
    rooms.journal.setDebug(true);
    const end = await call(rooms, request, options);
    expect(end).toMatchObject({ ok: false, error: { code: 'ERR_PROTOCOL_ERROR', data: { outcome: 'unknown' } } });
    expect([faults.length, entries.length]).toEqual([0, 1]);
  });

  it(verifies('is made for its caller and comes back with its provenance', 'S4-provenance'), async () => {
    const calls: AppCall[] = [];
    const { rooms, entries } = await openRooms(async (made) => {
      calls.push(made);
      return { content: [], later: 1 };
    });
    // The clock of the test goes on by 5 ms each time somebody looks.
    const startedAt = new Date(rooms.now() + 5).toISOString();
    expect(await call(rooms, request, options)).toEqual({
      ok: true,
      result: { relayed: { content: [], later: 1 } },
      provenance: {
        serverId: 'browser',
        toolName: 'act',
        callId: 'call-1',
        startedAt,
        durationMs: 10,
      },
    });
    expect(calls).toMatchObject([
      {
        callId: 'call-1',
        tool: 'act',
        args: request.args,
        caller: { name: 'tester', session: by.session },
      },
    ]);
    // The time left: a part of it has passed on the way.
    expect(calls[0]?.timeoutMs).toBeGreaterThan(149_000);
    expect(calls[0]?.timeoutMs).toBeLessThanOrEqual(150_000);
    expect(entries).toMatchObject([{ callId: 'call-1', tool: 'browser/act', outcome: 'result', stay: 'aaaaaaaa' }]);
    expect(JSON.stringify(entries)).not.toContain('planted');
  });

  it('that waits for a person says so to its caller, and goes on after the answer', async () => {
    const steps: string[] = [];
    const { rooms } = await openRooms(async (_, { hold }) => {
      const resume = hold?.();
      steps.push('asked');
      resume?.();
      return { content: [] };
    });
    const hold = () => {
      steps.push('held');
      return () => steps.push('resumed');
    };
    expect(await call(rooms, request, { ...options, hold })).toMatchObject({ ok: true });
    expect(steps).toEqual(['held', 'asked', 'resumed']);
  });

  it('that waits for a person is listed as long as it does, also when it ends without an answer', async () => {
    const { rooms } = await openRooms(async (_, { hold }) => {
      hold?.();
      expect(held.list).toEqual([{ agent: 'tester', tool: 'browser/act' }]);
      throw new Error('gone');
    });
    const held = new HeldCalls();
    expect(await call({ ...rooms, held }, request, options)).toMatchObject({ ok: false });
    expect(held.list).toEqual([]);
  });

  it('that the tool itself reports as failed is counted as such', async () => {
    const { rooms, entries } = await openRooms(async () => ({ content: [], isError: true }));
    expect(await call(rooms, request, options)).toMatchObject({ ok: true });
    expect(entries).toMatchObject([{ outcome: 'tool_error' }]);
  });

  it(verifies('of no tool, or of one denied, never reaches an app', 'S4-err-tool-not-found'), async () => {
    const run = vi.fn<Run>(async () => ({}));
    const { rooms, entries } = await openRooms(run, { 'browser/act': 'deny' });
    const unknown = await call(rooms, { ...request, name: 'my-secret-name' }, options);
    expect(unknown).toEqual({ ok: false, error: expect.objectContaining({ code: 'ERR_TOOL_NOT_FOUND' }) });
    expect(await call(rooms, request, options)).toMatchObject({ ok: false, error: { code: 'ERR_PERMISSION_DENIED' } });
    expect(run).not.toHaveBeenCalled();
    expect(entries).toMatchObject([
      { outcome: 'failure', code: 'ERR_TOOL_NOT_FOUND' },
      { outcome: 'failure', code: 'ERR_PERMISSION_DENIED', tool: 'browser/act' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('my-secret-name');
  });

  it(
    verifies('that fails in a way we did not foresee is a fault of ours, told only to the log', 'S4-err-internal'),
    async () => {
      const { rooms, faults } = await openRooms(async () => {
        throw new Error('secret detail');
      });
      const end = await call(rooms, request, options);
      expect(end).toMatchObject({ ok: false, error: { code: 'ERR_INTERNAL' } });
      expect(end.ok ? '' : end.error.message).not.toContain('secret detail');
      expect(faults).toHaveLength(1);
    },
  );

  it(
    verifies('past its deadline is answered at once, and keeps its slot until the tool stopped', 'S4-accept-timeout'),
    async () => {
      vi.useFakeTimers();
      try {
        const slots = new Slots({ slots: 1 });
        let stop = () => {};
        const { rooms } = await openRooms(
          () => new Promise((_, reject) => (stop = () => reject(new SallyportError('ERR_CANCELLED', 'stopped')))),
          {},
          slots,
        );
        const ending = call(rooms, { ...request, args: { timeout: 5000 } }, options);
        await vi.advanceTimersByTimeAsync(5000);
        expect(await ending).toMatchObject({ ok: false, error: { code: 'ERR_TOOL_TIMEOUT' } });
        expect(slots.taken).toBe(1);
        stop();
        await vi.advanceTimersByTimeAsync(0);
        expect(slots.taken).toBe(0);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it('that is withdrawn tells the app', async () => {
    const signals: CallOptions['signal'][] = [];
    const { rooms } = await openRooms((_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const controller = new AbortController();
    const ending = call(rooms, request, { signal: controller.signal });
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    controller.abort();
    expect(await ending).toMatchObject({ ok: false, error: { code: 'ERR_CANCELLED' } });
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('a read', () => {
  type Relay = NonNullable<App['relay']>;

  function notes(relay: Relay): App {
    return {
      id: 'notes',
      relay,
      listTools: async () => [],
      callTool: () => Promise.reject(new Error('a read is no call')),
      onToolsChanged: () => () => {},
      close: async () => {},
    };
  }
  const read = (app: App, method: RelayedMethod): ReadRequest => ({ kind: 'read', by, app, method, args: {} });
  const unused: Run = async () => ({});

  it('is recorded when it brings content', async () => {
    const { rooms, entries } = await openRooms(unused);
    const app = notes(async () => ({ contents: [] }));
    expect(await call(rooms, read(app, 'resources/list'), options)).toMatchObject({ ok: true });
    expect(entries).toEqual([]);
    expect(await call(rooms, read(app, 'resources/read'), options)).toMatchObject({
      result: { relayed: { contents: [] } },
    });
    expect(entries).toMatchObject([{ kind: 'read', server: 'notes', method: 'resources/read', outcome: 'result' }]);
  });

  it('has the time of the server, which progress renews, and not that of a browser', async () => {
    vi.useFakeTimers();
    try {
      const { rooms } = await openRooms(unused);
      const app = notes(async (_method, _params, { signal, onProgress }) => {
        for (let progress = 1; progress <= 3; progress += 1) {
          await new Promise((resolve) => setTimeout(resolve, 200_000));
          signal.throwIfAborted();
          onProgress?.({ progress });
        }
        return { contents: [] };
      });
      const ending = call(rooms, read(app, 'resources/read'), options);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(await ending).toMatchObject({ ok: true, result: { relayed: { contents: [] } } });
    } finally {
      vi.useRealTimers();
    }
  });

  it('that a rule says to ask about is refused without asking', async () => {
    const ask = vi.fn<Ask>(async () => ({ action: 'accept', content: { allow: 'once' } }));
    const { rooms } = await openRooms(unused, { 'notes/*': 'ask' });
    const end = await call(
      rooms,
      read(
        notes(async () => ({})),
        'resources/read',
      ),
      { ...options, ask },
    );
    expect(end).toMatchObject({ ok: false, error: { code: 'ERR_SCOPE_REQUIRED' } });
    expect(ask).not.toHaveBeenCalled();
  });

  it('past its deadline is answered at once and frees its slot when the server stops', async () => {
    vi.useFakeTimers();
    try {
      const slots = new Slots({ slots: 1 });
      const { rooms } = await openRooms(unused, {}, slots);
      let stop = () => {};
      const app = notes(() => new Promise((resolve) => (stop = () => resolve({}))));
      const ending = call(rooms, read(app, 'prompts/get'), options);
      await vi.advanceTimersByTimeAsync(300_000);
      expect(await ending).toMatchObject({ ok: false, error: { code: 'ERR_TOOL_TIMEOUT' } });
      expect(slots.taken).toBe(1);
      stop();
      await vi.advanceTimersByTimeAsync(0);
      expect(slots.taken).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
