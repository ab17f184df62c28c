import { describe, expect, it } from 'vitest';
import { Gate } from './gate.ts';

const anna = { id: 'agent_a', name: 'Anna', session: 'a-1', remembered: true };
const bert = { id: 'agent_b', name: 'Bert', session: 'b-1', remembered: true };

async function setUp(stored: unknown = undefined) {
  const disk = { value: stored };
  let changes = 0;
  const store = {
    read: async () => disk.value,
    write: async (value: unknown) => {
      disk.value = value;
    },
  };
  const gate = new Gate({ store, onChange: () => (changes += 1) });
  await gate.load();
  const call = (agent: typeof anna, work: (signal: AbortSignal) => Promise<unknown> = async () => 'done') =>
    gate.pass(agent, new AbortController().signal, work);
  return { disk, gate, call, changes: () => changes };
}

const forever = () => new Promise<never>(() => {});

describe('the gate', () => {
  it('lets agents in, and knows them while a session of theirs lasts', async () => {
    const { gate, call } = await setUp();
    expect(await call(anna)).toBe('done');
    await call({ ...anna, session: 'a-2' });
    expect(gate.list()).toEqual([
      { id: 'agent_a', name: 'Anna', isRemembered: true, sessions: new Set(['a-1', 'a-2']), isStopped: false },
    ]);
    gate.endSession('a-1');
    expect(gate.list()).toHaveLength(1);
    gate.endSession('a-2');
    expect(gate.list()).toEqual([]);
  });

  it('ends the calls of an agent that is stopped and refuses further ones, until it is let in again', async () => {
    const { gate, call } = await setUp();
    const [annas, berts] = [call(anna, forever), call(bert, forever)];
    berts.catch(() => {});
    expect(await gate.stop(anna.id)).toEqual(['a-1']);
    await expect(annas).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    await expect(call(anna)).rejects.toThrow('STOPPED');
    expect(await call(bert)).toBe('done');
    await gate.resume(anna.id);
    expect(await call(anna)).toBe('done');
  });

  it('pauses all of them', async () => {
    const { gate, call } = await setUp();
    const calls = [call(anna, forever), call(bert, forever)];
    await gate.pause();
    for (const one of calls) await expect(one).rejects.toThrow('PAUSED');
    await expect(call(bert)).rejects.toThrow('PAUSED');
    await gate.resumeAll();
    expect(await call(bert)).toBe('done');
  });

  it('is as closed after a restart as it was', async () => {
    const before = await setUp();
    await before.call(anna);
    await before.gate.stop(anna.id);
    const after = await setUp(before.disk.value);
    await expect(after.call(anna)).rejects.toThrow('STOPPED');
    expect(after.gate.list()).toEqual([
      { id: 'agent_a', name: 'Anna', isRemembered: true, sessions: new Set(), isStopped: true },
    ]);
    await after.gate.pause();
    expect((await setUp(after.disk.value)).gate.isPaused).toBe(true);
  });
});
