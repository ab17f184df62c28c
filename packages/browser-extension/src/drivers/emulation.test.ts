import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import { type DebuggerApi, DebuggerSessions } from './debugger-session.ts';
import { Emulation } from './emulation.ts';

const subject = { tabId: 7, agentSession: 's', signal: new AbortController().signal };

function stage() {
  const sent: [string, object | undefined][] = [];
  const state = { isAttached: false, mayDebug: true, fails: '' };
  /** Called before the browser answers. */
  const meanwhile: { attach?: () => void; command?: () => void } = {};
  const api = {
    attach: async () => {
      meanwhile.attach?.();
      state.isAttached = true;
    },
    detach: async () => {
      state.isAttached = false;
    },
    sendCommand: async (_: unknown, method: string, params?: object) => {
      sent.push([method, params]);
      meanwhile.command?.();
      if (method === state.fails) throw new Error('refused');
      return {};
    },
    onDetach: { addListener: () => {} },
    onEvent: { addListener: () => {} },
    // Sessions use no more of the browser's API.
  } as unknown as DebuggerApi;
  const sessions = new DebuggerSessions({
    api,
    clock: fakeClock(),
    prepare: (tabId, command) => emulation.attached(tabId, command),
  });
  const emulation: Emulation = new Emulation({
    sessions,
    mayDebug: () => state.mayDebug,
    userAgent: { text: 'Chrome/140.0', hints: async () => ({ mobile: false, brands: [] }) },
  });
  return { emulation, sessions, sent, state, meanwhile };
}

const dark = { colorScheme: 'dark' } as const;
const small = { viewport: { width: 500, height: 400 } };

describe('an emulation', () => {
  it('comes back with the debugger, which the browser may have detached', async () => {
    const { emulation, sessions, sent } = stage();
    await emulation.set(subject, () => ({ device: 'Pixel 8', media: 'print' }));
    await sessions.detach(7);
    sent.length = 0;
    await emulation.resume(subject);
    expect(sent).toContainEqual(['Emulation.setEmulatedMedia', expect.objectContaining({ media: 'print' })]);
    expect(sent).toContainEqual([
      'Emulation.setUserAgentOverride',
      expect.objectContaining({
        userAgent: expect.stringContaining('Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.'),
      }),
    ]);
    expect(emulation.ratioOf(7)).toBe(2.625);
  });

  it('sends what differs alone', async () => {
    const { emulation, sent } = stage();
    await emulation.set(subject, () => small);
    await emulation.set(subject, () => ({ ...small, ...dark }));
    await emulation.set(subject, () => dark);
    expect(sent.map(([method]) => method)).toEqual([
      'Emulation.setDeviceMetricsOverride',
      'Emulation.setEmulatedMedia',
      'Emulation.clearDeviceMetricsOverride',
    ]);
  });

  it('adds up what calls that are sent together want', async () => {
    const { emulation, sent } = stage();
    const calls = [small, dark].map((wanted) => emulation.set(subject, (before) => ({ ...before, ...wanted })));
    expect(await Promise.all(calls)).toEqual([small, { ...small, ...dark }]);
    expect(emulation.stateOf(7)).toEqual({ ...small, ...dark });
    expect(sent.map(([method]) => method)).not.toContain('Emulation.clearDeviceMetricsOverride');
  });

  it('that the user has ended is reported once', async () => {
    const { emulation, sessions, state } = stage();
    await emulation.set(subject, () => dark);
    await sessions.detach(7);
    state.mayDebug = false;
    await expect(emulation.resume(subject)).rejects.toThrow('The emulation of this tab has ended');
    await emulation.resume(subject);
  });

  it('that does not come back is reported once, and the debugger can be attached all the same', async () => {
    const { emulation, sessions, state } = stage();
    await emulation.set(subject, () => dark);
    await sessions.detach(7);
    state.fails = 'Emulation.setEmulatedMedia';
    await sessions.run(subject, async () => {});
    await expect(emulation.resume(subject)).rejects.toThrow('the browser refused it');
    expect([state.isAttached, emulation.stateOf(7)]).toEqual([false, {}]);
    await emulation.resume(subject);
  });

  it('of a tab to which the debugger cannot be attached again is reported once, and not when the caller has cancelled', async () => {
    const { emulation, sessions, meanwhile } = stage();
    await emulation.set(subject, () => dark);
    await sessions.detach(7);
    const caller = new AbortController();
    meanwhile.attach = () => {
      caller.abort(new Error('cancelled'));
      throw new Error('Another debugger is already attached');
    };
    await expect(emulation.resume({ ...subject, signal: caller.signal })).rejects.toThrow('cancelled');
    expect(emulation.stateOf(7)).toEqual(dark);
    await expect(emulation.resume(subject)).rejects.toThrow('has ended: the debugger could not be attached again');
    await emulation.resume(subject);
    expect(emulation.stateOf(7)).toEqual({});
  });

  it('is undone with the debugger where a part of it is refused, and what held before comes back', async () => {
    const { emulation, sent, state } = stage();
    await emulation.set(subject, () => dark);
    state.fails = 'Emulation.setEmulatedMedia';
    await expect(emulation.set(subject, () => ({ ...small, media: 'print' }))).rejects.toThrow('setEmulatedMedia');
    expect([state.isAttached, emulation.stateOf(7)]).toEqual([false, dark]);
    state.fails = '';
    sent.length = 0;
    await emulation.resume(subject);
    expect(sent.map(([method]) => method)).toEqual(['Emulation.setEmulatedMedia']);
  });

  it('that was cancelled while the debugger was attached, or halfway, is not applied', async () => {
    for (const when of ['attach', 'command'] as const) {
      const { emulation, sent, state, meanwhile } = stage();
      const caller = new AbortController();
      meanwhile[when] = () => caller.abort(new Error('cancelled'));
      const set = emulation.set({ ...subject, signal: caller.signal }, () => ({ ...small, ...dark }));
      await expect(set).rejects.toThrow('cancelled');
      expect(sent).toHaveLength(when === 'attach' ? 0 : 1);
      expect([state.isAttached, emulation.stateOf(7)]).toEqual([false, {}]);
    }
  });

  it('ends with the debugger when the tab goes, also one that is queued or being attached', async () => {
    const { emulation, sessions, sent, state, meanwhile } = stage();
    await emulation.set(subject, () => dark);
    await emulation.end(7);
    expect([state.isAttached, emulation.stateOf(7)]).toEqual([false, {}]);
    sent.length = 0;

    const print = Promise.withResolvers<void>();
    const printing = sessions.run(subject, () => print.promise);
    const queued = emulation.set(subject, () => dark);
    await emulation.end(7);
    print.resolve();
    await printing;
    await expect(queued).rejects.toThrow('has ended');
    // The print itself was attaching when the tab went, and has no part in this.
    await sessions.detach(7);

    meanwhile.attach = () => void emulation.end(7);
    await expect(emulation.set(subject, () => dark)).rejects.toThrow('has ended');
    expect([state.isAttached, emulation.stateOf(7), sent]).toEqual([false, {}, []]);
  });

  it('ends whatever is known of it', async () => {
    const { emulation, sessions, state } = stage();
    await sessions.run(subject, async () => {});
    await emulation.end(7);
    expect(state.isAttached).toBe(false);
  });
});
