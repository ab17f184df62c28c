import { limits } from '@sallyport/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import type { Offer } from '../base/offer.ts';
import { Sessions } from './session.ts';

const offer: Offer = {
  fence: (text) => text,
  listTools: async () => [],
  callTool: () => new Promise(() => {}),
  onToolsChanged: () => () => {},
};

/** An exchange that goes nowhere. */
const exchange = { post: () => {}, end: () => {} };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function openSessions() {
  const ended: string[] = [];
  const sessions = new Sessions({ now: () => Date.now(), onFault: () => {} });
  const awaited = new Set<string>();
  const lost: string[] = [];
  const create = (id: string) =>
    sessions.create({
      id,
      owner: 'me',
      offer,
      isAwaited: () => awaited.has(id),
      onLost: () => lost.push(id),
      onFault: () => {},
      onEnd: () => ended.push(id),
    });
  return { sessions, ended, create, awaited, lost };
}

describe('idle sessions', () => {
  it(
    verifies(
      'are ended after 30 minutes, looked for every five',
      'S2-session-idle',
      'S2-session-sweep',
      'S2-fail-unclean-disconnect',
    ),
    async () => {
      const { sessions, ended, create } = await openSessions();
      await create('gone');
      await vi.advanceTimersByTimeAsync(limits.door.sessionIdleMs);
      expect([ended, sessions.size]).toEqual([[], 1]);
      await vi.advanceTimersByTimeAsync(limits.door.sessionSweepMs);
      expect([ended, sessions.size]).toEqual([['gone'], 0]);
      expect([limits.door.sessionIdleMs, limits.door.sessionSweepMs]).toEqual([30 * 60_000, 5 * 60_000]);
      await sessions.close();
    },
  );

  it('of clients that left are not counted as connected', async () => {
    const { sessions, create, awaited } = await openSessions();
    await create('left');
    await create('awaited');
    awaited.add('awaited');
    expect(sessions.inUse).toBe(2);
    await vi.advanceTimersByTimeAsync(limits.door.sessionSweepMs + 1);
    expect([sessions.inUse, sessions.size]).toEqual([1, 2]);
    await sessions.close();
  });

  it(verifies('have their time renewed by every request', 'S2-session-renewed'), async () => {
    const { sessions, ended, create } = await openSessions();
    await create('used');
    for (let round = 0; round < 4; round += 1) {
      await vi.advanceTimersByTimeAsync(20 * 60_000);
      expect(sessions.find('used', 'me')).toBeDefined();
    }
    expect(ended).toEqual([]);
    await sessions.close();
    expect(ended).toEqual(['used']);
  });

  it(verifies('are not swept while a call is under way', 'S2-session-idle'), async () => {
    const { sessions, ended, create } = await openSessions();
    const session = await create('busy');
    session?.receive(1, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'write_file' } }, exchange);
    await vi.advanceTimersByTimeAsync(3 * limits.door.sessionIdleMs);
    expect(ended).toEqual([]);
    session?.accept({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, 1);
    await vi.advanceTimersByTimeAsync(limits.door.sessionSweepMs);
    expect(ended).toEqual(['busy']);
    await sessions.close();
  });

  it(verifies('are not swept while a review waits for its user', 'S2-session-idle'), async () => {
    const { sessions, ended, create, awaited } = await openSessions();
    await create('patient');
    awaited.add('patient');
    await vi.advanceTimersByTimeAsync(3 * limits.door.sessionIdleMs);
    expect(ended).toEqual([]);
    awaited.clear();
    await vi.advanceTimersByTimeAsync(limits.door.sessionSweepMs);
    expect(ended).toEqual(['patient']);
    await sessions.close();
  });

  it('make room when there are too many', async () => {
    const { sessions, ended, create } = await openSessions();
    for (let count = 0; count < limits.door.maxSessions; count += 1) {
      await create(`s${count}`);
      await vi.advanceTimersByTimeAsync(1);
    }
    sessions.find('s0', 'me');
    expect(await create('one more')).toBeDefined();
    expect([ended, sessions.size]).toEqual([['s1'], limits.door.maxSessions]);
    await sessions.close();
  });
});

describe('a client that loses its connection', () => {
  const ask = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'write_file' } };

  it('is told of once none is left, and only while a call is in progress', async () => {
    const { sessions, create, lost } = await openSessions();
    const session = await create('busy');
    for (const id of [1, 2]) session?.receive(id, { ...ask, id }, exchange);
    session?.disconnected(1);
    expect(lost).toEqual([]);
    session?.disconnected(2);
    expect(lost).toEqual(['busy']);
    const idle = await create('idle');
    idle?.receive(1, { ...ask, id: 1 }, exchange);
    idle?.accept({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, 1);
    await vi.advanceTimersByTimeAsync(1);
    idle?.disconnected(1);
    expect(lost).toEqual(['busy']);
    await sessions.close();
  });
});
