import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { countRevertedHunks, smallestReplacement, unifiedDiff, withEol } from './text-changes.ts';

describe('the diff that agents are told', () => {
  it(verifies('is absent when only line endings differ', 'S2-save-eol'), () => {
    expect(unifiedDiff('a.txt', 'one\r\ntwo\r\n', 'one\ntwo\n')).toBeUndefined();
  });

  it('is a unified diff with the name of the file', () => {
    expect(unifiedDiff('a.txt', 'one\ntwo\nthree\n', 'one\n2\nthree\n')).toBe(
      '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
    );
  });

  it('says when there is no newline at the end', () => {
    expect(unifiedDiff('a.txt', 'one\n', 'one')).toContain('\\ No newline at end of file');
  });
});

describe('hunks that were taken back', () => {
  const original = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  const proposed = 'A\nb\nc\nnew\nd\ne\nf\ng\n';

  it('are none when the proposal was taken as it is', () => {
    expect(countRevertedHunks(original, proposed, proposed)).toBe(0);
  });

  it('are counted one by one', () => {
    expect(countRevertedHunks(original, proposed, 'a\nb\nc\nnew\nd\ne\nf\ng\n')).toBe(1);
    expect(countRevertedHunks(original, proposed, 'a\nb\nc\nd\ne\nf\ng\n')).toBe(2);
    expect(countRevertedHunks(original, proposed, original)).toBe(3);
  });

  it('are not those that the user wrote anew', () => {
    expect(countRevertedHunks(original, proposed, 'my own\nb\nc\nnew\nd\ne\nf\ng\n')).toBe(0);
  });
});

describe('the smallest replacement', () => {
  const lines = fc.array(fc.constantFrom('', 'a', 'b', 'ab', '🦀', '🦞'), { maxLength: 8 });
  const text = fc.tuple(lines, fc.constantFrom('\n', '\r\n')).map(([parts, eol]) => parts.join(eol));

  it('turns any text into any other', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const { start, end, text: middle } = smallestReplacement(from, to) ?? { start: 0, end: 0, text: '' };
        expect(from.slice(0, start) + middle + from.slice(end)).toBe(to);
      }),
    );
  });

  it('leaves the lines around a change alone', () => {
    expect(smallestReplacement('one\ntwo\nthree\n', 'one\n2\nthree\n')).toEqual({ start: 4, end: 8, text: '2\n' });
  });
});

it('a text takes on the line endings of its file', () => {
  expect(withEol('a\r\nb\nc', '\r\n')).toBe('a\r\nb\r\nc');
  expect(withEol('a\r\nb\nc', '\n')).toBe('a\nb\nc');
});
