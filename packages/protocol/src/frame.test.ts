// Frames under every cut, every kind of damage, and random bytes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../tests/support/verifies.ts';
import { encodeFrame, FrameDecoder } from './frame.ts';

const MAX_BYTES = 1024 * 1024;

function frameOf(payload: Uint8Array): Uint8Array {
  const frame = new Uint8Array(4 + payload.length);
  new DataView(frame.buffer).setUint32(0, payload.length, true);
  frame.set(payload, 4);
  return frame;
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

/** Cuts bytes at the given places, which may repeat and need no order. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.slice(cuts[index], end));
}

const text = (value: string) => new TextEncoder().encode(value);

describe('frames', () => {
  const layout = 'puts a little-endian length before the UTF-8 bytes, in one buffer';
  it(verifies(layout, 'S0-frame-layout', 'S0-write-frame', 'S1-write-steps', 'S3-encode'), () => {
    expect([...encodeFrame('{"é":1}')]).toEqual([8, 0, 0, 0, ...text('{"é":1}')]);
  });

  it('encodes any text exactly', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
        expect(encodeFrame(json)).toEqual(frameOf(text(json)));
      }),
    );
  });

  const anyCut = 'decodes any list of messages, cut at any bytes, to itself';
  it(verifies(anyCut, 'S0-read-in-pieces', 'S0-read-several-at-once', 'S3-decode-rest'), () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ stringUnit: 'binary' }), { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        (messages, places) => {
          const decoder = new FrameDecoder({ maxBytes: MAX_BYTES });
          // A round through JSON first: -0 and the like are not JSON's to keep.
          const expected = messages.map((message) => JSON.parse(JSON.stringify(message)));
          const stream = concat(messages.map((message) => encodeFrame(JSON.stringify(message))));
          const decoded = cutAt(stream, places).flatMap((piece) => decoder.push(piece));
          expect(decoded.map((entry) => entry.ok && entry.message)).toEqual(expected);
          expect(decoder.heldBytes).toBe(0);
        },
      ),
    );
  });

  it('never throws on random bytes and never holds more than the cap and one piece', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 }), (pieces) => {
        const decoder = new FrameDecoder({ maxBytes: 512 });
        for (const piece of pieces) {
          decoder.push(piece);
          expect(decoder.heldBytes).toBeLessThanOrEqual(512 + 4 + piece.length);
        }
      }),
    );
  });

  it(verifies('reports an empty frame, broken UTF-8 and broken JSON, and goes on', 'S0-read-length-0'), () => {
    const decoder = new FrameDecoder({ maxBytes: MAX_BYTES });
    const stream = [
      frameOf(new Uint8Array()),
      frameOf(new Uint8Array([0x22, 0xff, 0x22])),
      frameOf(text('{"open":')),
      encodeFrame('{"fine":true}'),
    ];
    expect(decoder.push(concat(stream))).toEqual([
      { ok: false, problem: 'empty', byteLength: 0 },
      { ok: false, problem: 'broken-utf8', byteLength: 3 },
      { ok: false, problem: 'broken-json', byteLength: 8 },
      { ok: true, message: { fine: true }, json: '{"fine":true}', byteLength: 13 },
    ]);
    expect(decoder.isLost).toBe(false);
  });

  it('takes a frame of exactly the cap and loses its place at one byte more, before holding any of it', () => {
    const json = JSON.stringify('x'.repeat(98));
    const exact = new FrameDecoder({ maxBytes: 100 });
    expect(exact.push(encodeFrame(json))).toMatchObject([{ ok: true, byteLength: 100 }]);

    const over = new FrameDecoder({ maxBytes: 99 });
    expect(over.push(encodeFrame(json))).toEqual([{ ok: false, problem: 'too-long', byteLength: 100 }]);
    expect(over.isLost).toBe(true);
    expect(over.heldBytes).toBe(0);
    expect(over.push(encodeFrame('1'))).toEqual([]);
  });

  it('copies the backlog of a large message once, however many pieces it came in', () => {
    const decoder = new FrameDecoder({ maxBytes: 8 * MAX_BYTES });
    const frame = encodeFrame(JSON.stringify('x'.repeat(4 * MAX_BYTES)));
    const decoded = [];
    for (let start = 0; start < frame.length; start += 65_536)
      decoded.push(...decoder.push(frame.subarray(start, start + 65_536)));
    expect(decoded).toHaveLength(1);
    expect(decoder.copiedBytes).toBeLessThanOrEqual(frame.length);
  });

  it('gathers a stream of single bytes instead of keeping an object for each', () => {
    const decoder = new FrameDecoder({ maxBytes: MAX_BYTES });
    const frame = encodeFrame(JSON.stringify({ text: 'é'.repeat(40_000) }));
    const decoded = [...frame].flatMap((byte) => decoder.push(new Uint8Array([byte])));
    expect(decoded).toMatchObject([{ ok: true, message: { text: 'é'.repeat(40_000) }, byteLength: frame.length - 4 }]);
    expect(decoder.copiedBytes).toBeLessThanOrEqual(2 * frame.length);
  });
});
