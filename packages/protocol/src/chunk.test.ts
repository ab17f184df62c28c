// Long messages between a sender and an assembler: whole, interleaved, damaged, given up.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkAssembler } from './chunk-assembler.ts';
import { type Ack, type Chunk, ChunkSender } from './chunk-sender.ts';
import type { SallyportError } from './error.ts';
import { encodeFrame } from './frame.ts';
import { limits } from './limits.ts';

const { maxUnits, window } = limits.chunk;

/** A sender whose posts are collected, and an assembler whose acknowledgements are. */
function pair() {
  let now = 0;
  const posted: string[] = [];
  const acks: Ack[] = [];
  const sender = new ChunkSender({ post: (json) => posted.push(json), now: () => now });
  const assembler = new ChunkAssembler({ post: (ack) => acks.push(ack), now: () => now });
  sender.allowChunks();
  return { sender, assembler, posted, acks, passTime: (ms: number) => (now += ms) };
}

/** Carries everything across until nothing moves any more, and returns the messages that arrived. */
function deliver({ sender, assembler, posted, acks }: ReturnType<typeof pair>): unknown[] {
  const arrived: unknown[] = [];
  for (let json = posted.shift(); json !== undefined; json = posted.shift()) {
    const message = JSON.parse(json);
    if (message.type !== 'chunk') {
      arrived.push(message);
      continue;
    }
    const assembled = assembler.receive(message);
    if (assembled.state === 'complete') arrived.push(JSON.parse(assembled.json));
    for (let ack = acks.shift(); ack !== undefined; ack = acks.shift()) sender.acknowledge(ack);
  }
  return arrived;
}

function chunk(id: string, seq: number, data = 'x', last = false): Chunk {
  return { type: 'chunk', id, seq, last, data };
}

describe('a message', () => {
  it('up to the bound goes as it is, a longer one in chunks that put it together again', () => {
    const wire = pair();
    const short = { text: 'x'.repeat(maxUnits - 11) };
    const long = { text: 'y'.repeat(maxUnits - 10) };
    wire.sender.send(short);
    wire.sender.send(long);
    expect(wire.posted.map((json) => JSON.parse(json).type)).toEqual([undefined, 'chunk', 'chunk']);
    expect(deliver(wire)).toEqual([short, long]);
    expect(wire.sender.openTransfers).toBe(0);
    expect(wire.assembler.heldUnits).toBe(0);
  });

  it('of any text survives, even where a chunk ends between the halves of a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }), fc.nat(3), (unit, shift) => {
        const wire = pair();
        const message = { text: 'a'.repeat(shift) + unit.repeat(Math.ceil((2.5 * maxUnits) / unit.length)) };
        wire.sender.send(message);
        expect(deliver(wire)).toEqual([message]);
      }),
      {
        numRuns: 20,
        examples: [
          ['😀', 0],
          ['😀', 1],
          ['\u0000', 0],
          ['\ud800', 0],
        ],
      },
    );
  });

  it('never makes a frame over 1 MiB, not even of characters that escape to six bytes', () => {
    const wire = pair();
    wire.sender.send({ text: '\u0000'.repeat(4 * maxUnits) });
    for (let json = wire.posted.shift(); json !== undefined; json = wire.posted.shift()) {
      expect(encodeFrame(json).length).toBeLessThanOrEqual(limits.frame.toBrowserMaxBytes);
      const { id, seq } = JSON.parse(json);
      wire.sender.acknowledge({ type: 'ack', id, seq });
    }
    expect(wire.sender.openTransfers).toBe(0);
  });

  it('keeps its window, and a short message posted later passes the rest of a long one', () => {
    const wire = pair();
    wire.sender.send({ text: 'x'.repeat(20 * maxUnits) });
    expect(wire.posted).toHaveLength(window);
    wire.sender.send({ type: 'ping' });
    expect(wire.posted).toHaveLength(window + 1);
    expect(deliver(wire)[0]).toEqual({ type: 'ping' });
  });

  it('is interleaved with other long ones', () => {
    const wire = pair();
    const messages = ['x', 'y', 'z'].map((letter) => ({ text: letter.repeat(5 * maxUnits) }));
    for (const message of messages) wire.sender.send(message);
    const ids = wire.posted.map((json) => JSON.parse(json).id);
    expect(new Set(ids).size).toBe(3);
    expect(deliver(wire)).toEqual(messages);
  });

  it('goes in one piece, whatever its size, while the other side has not said that it takes chunks', () => {
    const posted: string[] = [];
    new ChunkSender({ post: (json) => posted.push(json), now: () => 0 }).send({ text: 'x'.repeat(2 * maxUnits) });
    expect(posted).toHaveLength(1);
  });

  it('comes to whoever posts it also as it was given, so that a port which writes JSON itself need not parse it', () => {
    const frames: unknown[] = [];
    const sender = new ChunkSender<object>({ post: (json, frame) => frames.push([json, frame]), now: () => 0 });
    sender.allowChunks();
    const short = { text: 'x' };
    sender.send(short);
    sender.send({ text: 'x'.repeat(2 * maxUnits) });
    const [first, ...chunks] = frames;
    expect(first).toEqual([JSON.stringify(short), short]);
    for (const [json, frame] of chunks as [string, Chunk][]) expect(JSON.parse(json)).toEqual(frame);
    expect(chunks).toHaveLength(3);
  });

  it('over 64 MiB is refused before anything of it is sent', () => {
    const wire = pair();
    const text = 'x'.repeat(limits.chunk.messageMaxUnits);
    expect(() => wire.sender.send({ text })).toThrow(expect.objectContaining({ code: 'ERR_FRAME_TOO_LARGE' }));
    expect(wire.posted).toEqual([]);
  });

  it('is refused while too many long ones are on their way', () => {
    const wire = pair();
    const long = { text: 'x'.repeat(5 * maxUnits) };
    for (let count = 0; count < limits.chunk.maxMessages; count += 1) wire.sender.send(long);
    expect(() => wire.sender.send(long)).toThrow(expect.objectContaining({ code: 'ERR_RATE_LIMITED' }));
    expect(deliver(wire)).toHaveLength(limits.chunk.maxMessages);
  });
});

describe('an assembler', () => {
  it.each([
    ['came twice', [chunk('1', 0), chunk('1', 0)], 'chunk 0 came twice'],
    ['overtook another', [chunk('1', 0), chunk('1', 2)], 'chunk 1 is missing before chunk 2'],
    ['belongs to nothing', [chunk('9', 3)], 'chunk 3 belongs to no open message'],
    ['has a negative number', [chunk('9', -1)], 'belongs to no open message'],
    ['is empty', [chunk('1', 0, '')], 'is empty'],
    ['is too long', [chunk('1', 0, 'x'.repeat(maxUnits + 1))], 'too long'],
  ])('gives a message up when a chunk %s, tells the sender and keeps nothing', (_, chunks, reason) => {
    const { assembler, acks } = pair();
    const ends = chunks.map((entry) => assembler.receive(entry));
    expect(ends.at(-1)).toMatchObject({ state: 'failed', error: { code: 'ERR_PROTOCOL_ERROR' } });
    expect(acks.at(-1)?.error?.message).toContain(reason);
    expect(assembler.heldUnits).toBe(0);
    // What is still on its way of the same message is dropped without another word.
    const told = acks.length;
    expect(assembler.receive(chunk(chunks[0]?.id ?? '', 1))).toEqual({ state: 'more' });
    expect(acks).toHaveLength(told);
  });

  it('bounds one message, the messages at once and all of them together', () => {
    const piece = 'x'.repeat(maxUnits);
    const one = pair();
    for (let seq = 0; seq < limits.chunk.messageMaxUnits / maxUnits; seq += 1) {
      expect(one.assembler.receive(chunk('1', seq, piece))).toEqual({ state: 'more' });
    }
    expect(one.assembler.receive(chunk('1', 512))).toMatchObject({ error: { code: 'ERR_FRAME_TOO_LARGE' } });

    const many = pair();
    for (let id = 0; id < limits.chunk.maxMessages; id += 1) many.assembler.receive(chunk(`${id}`, 0));
    expect(many.assembler.receive(chunk('more', 0))).toMatchObject({ error: { code: 'ERR_RATE_LIMITED' } });

    const all = pair();
    const perMessage = limits.chunk.totalMaxUnits / limits.chunk.maxMessages / maxUnits;
    for (let id = 0; id < limits.chunk.maxMessages; id += 1) {
      for (let seq = 0; seq < perMessage; seq += 1) all.assembler.receive(chunk(`${id}`, seq, piece));
    }
    expect(all.assembler.receive(chunk('0', perMessage, piece))).toMatchObject({ error: { code: 'ERR_RATE_LIMITED' } });
  });

  it('forgets a message that stopped moving, and answers its next chunk with a failure', () => {
    const { assembler, passTime } = pair();
    assembler.receive(chunk('1', 0));
    passTime(limits.chunk.idleMs);
    assembler.sweep();
    expect(assembler.heldUnits).toBe(0);
    expect(assembler.receive(chunk('1', 1))).toMatchObject({ state: 'failed' });
  });

  it('never holds more than was sent, whatever chunks come', () => {
    const anyChunk = fc.record({
      type: fc.constant('chunk' as const),
      id: fc.constantFrom('a', 'b', 'c'),
      seq: fc.integer({ min: -1, max: 4 }),
      last: fc.boolean(),
      data: fc.string({ maxLength: 5 }),
    });
    fc.assert(
      fc.property(fc.array(anyChunk, { maxLength: 60 }), (chunks) => {
        const { assembler } = pair();
        let sent = 0;
        for (const entry of chunks) {
          sent += entry.data.length;
          assembler.receive(entry);
          expect(assembler.heldUnits).toBeGreaterThanOrEqual(0);
          expect(assembler.heldUnits).toBeLessThanOrEqual(sent);
        }
      }),
    );
  });
});

describe('a sender', () => {
  it('reports a refusal of the receiver once and sends no more of the message', () => {
    const wire = pair();
    const failures: SallyportError[] = [];
    wire.sender.send({ text: 'x'.repeat(9 * maxUnits) }, { onFailure: (error) => failures.push(error) });
    const refusal: Ack = { type: 'ack', id: '1', seq: 0, error: { code: 'ERR_FRAME_TOO_LARGE', message: 'too much' } };
    wire.sender.acknowledge(refusal);
    wire.sender.acknowledge(refusal);
    wire.sender.acknowledge({ type: 'ack', id: '1', seq: 1 });
    expect(failures).toMatchObject([{ code: 'ERR_FRAME_TOO_LARGE' }]);
    expect(wire.posted).toHaveLength(window);
  });

  it('gives up on a receiver that stops acknowledging, and tells it to forget what it holds', () => {
    const wire = pair();
    const failures: SallyportError[] = [];
    wire.sender.send({ text: 'x'.repeat(9 * maxUnits) }, { onFailure: (error) => failures.push(error) });
    wire.passTime(limits.chunk.idleMs);
    wire.sender.sweep();
    expect(failures).toMatchObject([{ code: 'ERR_SERVER_UNAVAILABLE' }]);
    expect(JSON.parse(wire.posted.at(-1) ?? '')).toMatchObject({ id: '1', abort: true });
    deliver(wire);
    expect(wire.assembler.heldUnits).toBe(0);
  });

  it('fails what is on its way when the connection closes', () => {
    const wire = pair();
    const failures: SallyportError[] = [];
    wire.sender.send({ text: 'x'.repeat(9 * maxUnits) }, { onFailure: (error) => failures.push(error) });
    wire.sender.close();
    wire.sender.close();
    expect(failures).toHaveLength(1);
    expect(wire.sender.openTransfers).toBe(0);
  });

  it('ignores acknowledgements that make no sense', () => {
    const wire = pair();
    wire.sender.send({ text: 'x'.repeat(9 * maxUnits) });
    for (const seq of [7, -1, 0.5, Number.NaN]) wire.sender.acknowledge({ type: 'ack', id: '1', seq });
    wire.sender.acknowledge({ type: 'ack', id: 'unknown', seq: 0 });
    expect(wire.posted).toHaveLength(window);
  });
});
