import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Line, MessageLines } from './message-lines.ts';

function read(text: string, maxBytes = 1000, cut = text.length): Line[] {
  const lines = new MessageLines({ maxBytes });
  const bytes = Buffer.from(text);
  const found: Line[] = [];
  for (let at = 0; at < bytes.byteLength; at += cut) found.push(...lines.push(bytes.subarray(at, at + cut)));
  return found;
}

it('messages come out as they went in, however the bytes are cut', () => {
  const messages = fc.array(
    fc.jsonValue().map((value) => JSON.stringify({ value })),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(messages, fc.integer({ min: 1, max: 40 }), (texts, cut) => {
      expect(read(texts.map((text) => `${text}\n`).join(''), 1e6, cut)).toEqual(
        texts.map((text) => ({ kind: 'line', text })),
      );
    }),
  );
});

it('what cannot be an object is noise, and blank lines are nothing', () => {
  expect(read('hello\n\n \r\n[1]\n  {"a":1}\r\n', 1000, 3)).toEqual([
    { kind: 'noise', byteLength: 5 },
    { kind: 'noise', byteLength: 3 },
    { kind: 'line', text: '{"a":1}\r' },
  ]);
});

it.each([
  ['{"jsonrpc":"2.0","id":7,"result":"%"}', 7],
  ['{"result":"%","jsonrpc":"2.0","id":12}', 12],
  ['{"id":"seven","result":"%"}', 'seven'],
  ['{"result":{"id":3},"x":"%"}', undefined],
])('a line over the bound is dropped and still says whose it was: %s', (form, id) => {
  const text = `${form.replace('%', 'x'.repeat(5000))}\n`;
  for (const cut of [text.length, 300, 1000]) {
    expect(read(`{"a":1}\n${text}{"b":2}\n`, 1000, cut)).toEqual([
      { kind: 'line', text: '{"a":1}' },
      { kind: 'oversized', id, byteLength: text.length - 1 },
      { kind: 'line', text: '{"b":2}' },
    ]);
  }
});

it('the id of a dropped line is read wherever its bytes were cut', () => {
  const line = `{"id":"${'x'.repeat(60)}"}\n`;
  for (const cut of [line.length, 65, 66, 40, 7, 1]) {
    expect(read(line, 64, cut)).toEqual([{ kind: 'oversized', id: 'x'.repeat(60), byteLength: line.length - 1 }]);
  }
});

it('a line that never ends is counted and not kept', () => {
  const lines = new MessageLines({ maxBytes: 100 });
  for (let i = 0; i < 100; i += 1) lines.push(Buffer.alloc(1000, 'x'));
  expect(lines.droppedBytes).toBe(100_000);
});
