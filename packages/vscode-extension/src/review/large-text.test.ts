import { describe, expect, it } from 'vitest';
import { draftBytes, largeTextOf } from './large-text.ts';

const lines = (eol: string) => `grün und blau${eol}`.repeat(100_000);

describe('a large text', () => {
  it('is read from bytes as a document would have it', () => {
    expect(largeTextOf(Buffer.from(lines('\n')))).toEqual({ text: lines('\n'), eol: '\n' });
    expect(largeTextOf(Buffer.from(`\uFEFF${lines('\r\n')}`))).toEqual({ text: lines('\r\n'), eol: '\r\n' });
  });

  it('is left to VS Code when it is small, another encoding, binary or of mixed line endings', () => {
    for (const bytes of [
      Buffer.from('small\n'),
      Buffer.from(lines('\n'), 'latin1'),
      Buffer.from(`${lines('\n')}\0`),
      Buffer.from(`${lines('\r\n')}\n`),
      Buffer.from(`${lines('\r\n')}a\rb`),
    ]) {
      expect(largeTextOf(bytes)).toBeUndefined();
    }
  });

  it('has, like a small one, a byte order mark as a draft only where VS Code could read it otherwise', () => {
    const hasMark = (text: string, isAlwaysUtf8: boolean) =>
      Buffer.from(draftBytes(text, () => isAlwaysUtf8)).toString('utf8') === `\uFEFF${text}`;
    expect(hasMark(lines('\n'), true)).toBe(false);
    expect(hasMark(lines('\n'), false)).toBe(true);
    expect(hasMark(`${lines('\n')}\0`, true)).toBe(true);
    expect(hasMark(`\uFEFF${lines('\n')}`, true)).toBe(true);
    expect(hasMark('small\n', true)).toBe(false);
    expect(hasMark('small\n', false)).toBe(true);
  });
});
