import { describe, expect, it } from 'vitest';
import { Emulation, type EmulationOptions } from './emulation.ts';

const subject = { tabId: 7, agentSession: 's', signal: new AbortController().signal };

function stage({ fails = '' } = {}) {
  const sent: [string, object | undefined][] = [];
  const state = { isAttached: true, mayDebug: true };
  const command = async (method: string, params?: Record<string, unknown>) => {
    sent.push([method, params]);
    if (method === fails) throw new Error('refused');
    return {};
  };
  const emulation: Emulation = new Emulation({
    sessions: {
      isAttached: () => state.isAttached,
      run: async (_: unknown, work: (by: typeof command) => Promise<unknown>) => {
        if (!state.isAttached) await emulation.attached(7, command);
        state.isAttached = true;
        return work(command);
      },
      detach: async () => {
        state.isAttached = false;
      },
    } as unknown as NonNullable<EmulationOptions['sessions']>,
    mayDebug: () => state.mayDebug,
    userAgent: { text: 'Chrome/140.0', hints: async () => ({ mobile: false, brands: [] }) },
  });
  return { emulation, sent, state };
}

describe('an emulation', () => {
  it('comes back with the debugger, which the browser may have detached', async () => {
    const { emulation, sent, state } = stage();
    await emulation.set(subject, { device: 'Pixel 8', media: 'print' });
    state.isAttached = false;
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

  it('that the user has ended is reported once', async () => {
    const { emulation, state } = stage();
    await emulation.set(subject, { colorScheme: 'dark' });
    Object.assign(state, { isAttached: false, mayDebug: false });
    await expect(emulation.resume(subject)).rejects.toThrow('The emulation of this tab has ended');
    await emulation.resume(subject);
  });

  it('is undone where a part of it is refused', async () => {
    const { emulation, sent } = stage({ fails: 'Emulation.setEmulatedMedia' });
    await expect(emulation.set(subject, { viewport: { width: 500, height: 400 }, media: 'print' })).rejects.toThrow(
      'refused',
    );
    expect(emulation.stateOf(7)).toEqual({});
    expect(sent.filter(([method]) => method.includes('DeviceMetrics')).at(-1)?.[0]).toBe(
      'Emulation.clearDeviceMetricsOverride',
    );
  });

  it('ends with its session, and the debugger with it', async () => {
    const { emulation, state } = stage();
    await emulation.set(subject, { colorScheme: 'dark' });
    await emulation.endSession('other');
    expect(state.isAttached).toBe(true);
    await emulation.endSession('s');
    expect([state.isAttached, emulation.stateOf(7)]).toEqual([false, {}]);
  });
});
