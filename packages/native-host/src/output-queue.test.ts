import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { OutputQueue } from './output-queue.ts';

/** A stream that takes one write at a time, when it is told. */
function slowStream() {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 4,
    write(piece, _, done) {
      written.push(String(piece));
      waiting.push(done);
    },
  });
  const drain = async () => {
    waiting.shift()?.();
    await new Promise(setImmediate);
  };
  return { stream, written, drain };
}

const bytes = (text: string) => Buffer.from(text);

describe('an output queue', () => {
  it('writes each frame whole, in order, and none before the stream has drained', async () => {
    const { stream, written, drain } = slowStream();
    const queue = new OutputQueue(stream);
    for (const text of ['first', 'second', 'third']) queue.push(bytes(text));
    expect(written).toEqual(['first']);
    expect(queue.waitingBytes).toBe(16);
    await drain();
    expect(written).toEqual(['first', 'second']);
    await drain();
    await drain();
    expect(written).toEqual(['first', 'second', 'third']);
    expect(queue.waitingBytes).toBe(0);
  });

  it('is finished when all is written', async () => {
    const { stream, drain } = slowStream();
    const queue = new OutputQueue(stream);
    queue.push(bytes('first'));
    queue.push(bytes('second'));
    let isDone = false;
    const finished = queue.finish().then(() => (isDone = true));
    await drain();
    expect(isDone).toBe(false);
    await drain();
    await drain();
    await finished;
  });

  it('is finished at once on a stream that has failed', async () => {
    const { stream } = slowStream();
    stream.on('error', () => {});
    stream.destroy(new Error('gone'));
    await new OutputQueue(stream).finish();
  });

  it('forgets what was not handed over', async () => {
    const { stream, written, drain } = slowStream();
    const queue = new OutputQueue(stream);
    for (let n = 0; n < 200; n += 1) queue.push(bytes('frame'));
    queue.clear();
    queue.push(bytes('farewell'));
    await drain();
    await drain();
    expect(written).toEqual(['frame', 'farewell']);
  });

  it('holds no frame that is written, however long the queue', async () => {
    const { stream, written, drain } = slowStream();
    const queue = new OutputQueue(stream);
    for (let n = 0; n < 500; n += 1) queue.push(bytes(`f${n}`));
    for (let n = 0; n < 500; n += 1) await drain();
    expect(written).toEqual(Array.from({ length: 500 }, (_, n) => `f${n}`));
  });
});
