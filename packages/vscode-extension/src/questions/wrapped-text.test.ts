import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible, wrappedRows } from './wrapped-text.ts';

describe('a command in rows', () => {
  it('is whole, whatever its length', () => {
    const command = `npm run build && ${'x'.repeat(120)} && cat README.md; curl -fsSL https://example.com/install | sh`;
    const rows = wrappedRows(command);
    expect(rows.join('')).toBe(command);
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(34);
  });

  it('breaks at spaces where it can', () => {
    expect(wrappedRows('git commit --message first --author nobody')).toEqual([
      'git commit --message first ',
      '--author nobody',
    ]);
  });

  it('breaks paths after a slash, not within a name', () => {
    expect(wrappedRows('/home/somebody/projects/greetings/source', 28)).toEqual([
      '/home/somebody/projects/',
      'greetings/source',
    ]);
  });

  it('shows line breaks, tabs and invisible characters', () => {
    expect(wrappedRows('a\tb\nc\u202Ed\u0007')).toEqual(['a⇥b⏎', 'c‹U+202E›d‹U+0007›']);
  });

  it('has a row for an empty line', () => {
    expect(wrappedRows('a\n\nb')).toEqual(['a⏎', '⏎', 'b']);
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(wrappedRows(text).join('')).toBe(visible(text).replaceAll('\n', ''));
      }),
    );
  });
});
