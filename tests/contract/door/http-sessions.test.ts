// Sessions of the old era that nobody uses: ended by the door's own sweep, over real HTTP, on a clock that the test turns.
import { limits } from '@sallyport/protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openDoorWorld } from '../../support/http-door.ts';
import { verifies } from '../../support/verifies.ts';

const MINUTE_MS = 60_000;
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

// The sweep alone; sockets and everything else go by the real clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it(
  verifies(
    'a session of a client that vanished is ended after 30 minutes, looked for every 5, and every request renews another',
    'S2-session-idle',
    'S2-session-sweep',
    'S2-session-renewed',
    'S2-fail-unclean-disconnect',
  ),
  async () => {
    const world = await openDoorWorld();
    const begin = async () => (await world.post(initialize)).headers.get('mcp-session-id') ?? '';
    const [vanished, used] = [await begin(), await begin()];
    expect(limits.door.sessionSweepMs).toBe(5 * MINUTE_MS);
    for (let minute = 5; minute <= 30; minute += 5) {
      world.clock.nowMs += 5 * MINUTE_MS;
      expect((await world.post(list, { 'mcp-session-id': used })).status).toBe(200);
      vi.advanceTimersByTime(5 * MINUTE_MS);
      expect([minute, world.door.sessionCount]).toEqual([minute, 2]);
    }
    world.clock.nowMs += 1;
    vi.advanceTimersByTime(5 * MINUTE_MS);
    await eventually('the sweep', () => world.left.length > 0);
    expect(world.left).toEqual([vanished]);
    expect((await world.post(list, { 'mcp-session-id': vanished })).status).toBe(404);
    expect((await world.post(list, { 'mcp-session-id': used })).status).toBe(200);
  },
);

it(verifies('a session with a call under way is not ended, however long it takes', 'S2-session-idle'), async () => {
  const world = await openDoorWorld();
  const id = (await world.post(initialize)).headers.get('mcp-session-id') ?? '';
  const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'echo' } };
  const answer = world.post(call, { 'mcp-session-id': id });
  const reached = await eventually('the call', () => world.calls[0]);
  world.clock.nowMs += 120 * MINUTE_MS;
  vi.advanceTimersByTime(5 * MINUTE_MS);
  expect(reached.options.signal.aborted).toBe(false);
  expect(world.door.sessionCount).toBe(1);
  const provenance = { serverId: 'x', toolName: 'echo', callId: 'c', startedAt: '', durationMs: 0 };
  reached.end({ ok: true, result: { relayed: { content: [] } }, provenance });
  expect((await answer).status).toBe(200);
});
