import { expect, it } from 'vitest';
import { LineQueue } from './line-queue.ts';

function open() {
  const writes: string[] = [];
  const target = { writable: true, writableLength: 0, write: (text: string) => writes.push(text) };
  return { writes, target, queue: new LineQueue(target) };
}

it('writes lines that are sent together at once and in their order, also those of answers that were awaited', async () => {
  const { queue, writes } = open();
  queue.send({ id: 1 });
  const answers = [2, 3].map(async (id) => {
    await Promise.resolve();
    queue.send({ id });
  });
  expect([writes, queue.length]).toEqual([[], 9]);
  await Promise.all(answers);
  await new Promise(setImmediate);
  expect(writes.join('')).toBe('{"id":1}\n{"id":2}\n{"id":3}\n');
  expect(writes.length).toBeLessThan(3);
  expect(queue.length).toBe(0);
  queue.send({ id: 4 });
  await new Promise(setImmediate);
  expect(writes.at(-1)).toBe('{"id":4}\n');
});

it('is empty after a flush, and writes nothing to a stream that has ended', async () => {
  const { queue, target, writes } = open();
  queue.send({ id: 1 });
  queue.flush();
  expect(writes).toEqual(['{"id":1}\n']);
  queue.send({ id: 2 });
  target.writable = false;
  await new Promise(setImmediate);
  expect(writes).toEqual(['{"id":1}\n']);
});
