// Line endings after a save: only lines that changed may change.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMixed, withEndingsOf } from './line-endings.ts';
import { withEol, withLf } from './text-changes.ts';

describe('a file with mixed line endings', () => {
  it('is known by having both kinds', () => {
    expect(['a\r\nb\n', 'a\nb\r\n'].map(isMixed)).toEqual([true, true]);
    expect(['', 'a', 'a\nb\n', 'a\r\nb\r\n', 'a\rb\n'].map(isMixed)).toEqual([false, false, false, false, false]);
  });

  it.each([
    ['a changed line', 'one\r\ntwo\nthree\r\n', 'one\r\n2\r\nthree\r\n', 'one\r\n2\nthree\r\n'],
    ['an added line', 'one\r\ntwo\nthree\r\n', 'one\ntwo\nnew\nthree\n', 'one\r\ntwo\nnew\nthree\r\n'],
    ['a line added above all', 'one\r\ntwo\n', 'zero\none\ntwo\n', 'zero\r\none\r\ntwo\n'],
    ['a removed line', 'one\r\ntwo\nthree\r\n', 'one\r\nthree\r\n', 'one\r\nthree\r\n'],
    ['one line that became three', 'one\r\ntwo\nthree\r\n', 'one\na\nb\nc\nthree\n', 'one\r\na\nb\nc\nthree\r\n'],
    ['a last line without an ending', 'one\r\ntwo\nthree', 'one\r\ntwo\r\n3', 'one\r\ntwo\n3'],
    ['a removed last ending', 'one\r\ntwo\n', 'one\ntwo', 'one\r\ntwo'],
    ['no text at all', 'one\r\ntwo\n', '', ''],
  ])('keeps its endings around %s', (_, before, saved, expected) => {
    expect(withEndingsOf(before, saved)).toBe(expected);
  });

  it('keeps its text whatever was saved, and all endings when nothing changed', () => {
    const text = fc
      .array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c'), fc.constantFrom('\n', '\r\n')), { maxLength: 12 })
      .map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, text, fc.constantFrom('\n', '\r\n'), (before, after, eol) => {
        expect(withLf(withEndingsOf(before, withEol(after, eol)) ?? '')).toBe(withLf(after));
        expect(withEndingsOf(before, withEol(before, eol))).toBe(before);
      }),
    );
  });
});
