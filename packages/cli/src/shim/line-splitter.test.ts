import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLineSplitter, parseLine, renderLine } from './line-splitter.ts';

it('gives every line back byte by byte as it came, wherever the stream was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.json()), fc.array(fc.nat({ max: 200 })), (texts, cuts) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      const splitter = createLineSplitter(1_000_000);
      const lines: Buffer[] = [];
      let rest = bytes;
      for (const cut of cuts) {
        lines.push(...(splitter.push(rest.subarray(0, cut)) ?? []));
        rest = rest.subarray(cut);
      }
      lines.push(...(splitter.push(rest) ?? []));
      expect(Buffer.concat(lines)).toEqual(bytes);
      expect(lines.map(parseLine)).toEqual(texts.map((text) => JSON.parse(text)));
    }),
  );
});

it('drops blank lines and gives up on one that is too long', () => {
  const splitter = createLineSplitter(10);
  expect(splitter.push(Buffer.from('\n\n{}\n'))).toEqual([renderLine({})]);
  expect(splitter.push(Buffer.from('x'.repeat(11)))).toBeUndefined();
});

it('a line that is no JSON has no message', () => {
  expect(parseLine(Buffer.from('{"a":'))).toBeUndefined();
});
