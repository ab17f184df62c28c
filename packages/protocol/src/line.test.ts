// Newline-delimited JSON under every cut, and at its cap.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineDecoder } from './line.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('lines', () => {
  it('decode any list of messages, cut at any bytes, to themselves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ stringUnit: 'binary' }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        (messages, step) => {
          const decoder = new LineDecoder({ maxBytes: 100_000 });
          const stream = text(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
          const decoded = [];
          for (let start = 0; start < stream.length; start += step) {
            decoded.push(...decoder.push(stream.subarray(start, start + step)));
          }
          const expected = messages.map((message) => JSON.parse(JSON.stringify(message)));
          expect(decoded.map((entry) => entry.ok && entry.message)).toEqual(expected);
        },
      ),
    );
  });

  it('never throw on random bytes and never hold more than the cap', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 }), (pieces) => {
        const decoder = new LineDecoder({ maxBytes: 256 });
        for (const piece of pieces) {
          decoder.push(piece);
          expect(decoder.heldBytes).toBeLessThanOrEqual(256);
        }
      }),
    );
  });

  it('keep a character whole that arrives in two pieces', () => {
    const decoder = new LineDecoder({ maxBytes: 100 });
    const bytes = text('"漢"\n');
    expect([...decoder.push(bytes.subarray(0, 2)), ...decoder.push(bytes.subarray(2))]).toEqual([
      { ok: true, message: '漢', json: '"漢"', byteLength: 5 },
    ]);
  });

  it('skip blank lines, take a carriage return, and report a broken line without stopping', () => {
    const decoder = new LineDecoder({ maxBytes: 100 });
    expect(decoder.push(text('\n{"a":1}\r\nnonsense\n2\n'))).toEqual([
      { ok: true, message: { a: 1 }, json: '{"a":1}\r', byteLength: 8 },
      { ok: false, problem: 'broken-json', byteLength: 8 },
      { ok: true, message: 2, json: '2', byteLength: 1 },
    ]);
  });

  it('give up on a line over the cap, finished or not, and hold nothing of it', () => {
    for (const line of ['x'.repeat(11), `${'x'.repeat(11)}\n`]) {
      const decoder = new LineDecoder({ maxBytes: 10 });
      expect(decoder.push(text(line))).toEqual([{ ok: false, problem: 'too-long', byteLength: 11 }]);
      expect(decoder.isLost).toBe(true);
      expect(decoder.heldBytes).toBe(0);
      expect(decoder.push(text('1\n'))).toEqual([]);
    }
  });
});
