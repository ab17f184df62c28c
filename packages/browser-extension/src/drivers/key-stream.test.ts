import { describe, expect, it } from 'vitest';
import { KeyStream } from './key-stream.ts';

/** Sends as many keys as there is room for, and holds each back until it is let go. */
async function setUp(count: number) {
  const stream = new KeyStream();
  const keys: PromiseWithResolvers<void>[] = [];
  const sending = (async () => {
    for (let at = 0; at < count; at += 1) {
      await stream.room();
      const key = Promise.withResolvers<void>();
      keys.push(key);
      stream.send(key.promise);
    }
  })();
  const turn = async () => {
    for (let at = 0; at < 20; at += 1) await Promise.resolve();
  };
  await turn();
  return { stream, keys, sending, turn };
}

describe('keys that follow each other', () => {
  it('are on their way at once, but never more than eight', async () => {
    const { stream, keys, sending, turn } = await setUp(20);
    expect(keys).toHaveLength(8);
    for (let at = 0; at < 12; at += 1) {
      keys[at]?.resolve();
      await turn();
      expect(keys).toHaveLength(9 + at);
    }
    await sending;
    let hasArrived = false;
    const arrived = stream.arrived().then(() => (hasArrived = true));
    await turn();
    expect(hasArrived).toBe(false);
    for (const key of keys) key.resolve();
    await arrived;
  });

  it('end with the first that fails, which is told once', async () => {
    const { stream, keys, sending } = await setUp(20);
    keys[3]?.reject(new Error('detached'));
    await expect(sending).rejects.toThrow('detached');
    expect(keys).toHaveLength(8);
    for (const key of keys) key.resolve();
    await expect(stream.arrived()).rejects.toThrow('detached');
  });
});
