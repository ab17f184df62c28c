// The dialect of a client's first bytes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffDialect } from './dialect.ts';
import { limits } from './limits.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('a client', () => {
  it('that sends a frame of any length within the caps is framed, newline bytes in its header or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: limits.frame.linkMaxBytes }), (length) => {
        const header = new Uint8Array(4);
        new DataView(header.buffer).setUint32(0, length, true);
        expect(sniffDialect(header)).toBe('framed');
      }),
      { examples: [[10], [266], [0x0a0a], [limits.frame.linkMaxBytes]] },
    );
  });

  it('that sends JSON text speaks lines, with white space before it or not', () => {
    for (const line of ['{"authToken":"00"}', '\n\n{"a":1}', '  {"a":1}', '[1,2]', '"ab"', 'true', '1234', '-123']) {
      expect(sniffDialect(text(line)), line).toBe('lines');
    }
  });

  it('that sends anything else speaks neither', () => {
    expect(sniffDialect(text('GET / HTTP/1.1'))).toBe('unknown');
    expect(sniffDialect(new Uint8Array([0x16, 0x03, 0x01, 0x20]))).toBe('unknown');
  });

  it('is undecided until four bytes are there', () => {
    expect(sniffDialect(new Uint8Array())).toBe('undecided');
    expect(sniffDialect(text('{}\n'))).toBe('undecided');
  });
});
