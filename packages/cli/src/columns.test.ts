import { describe, expect, it } from 'vitest';
import { columns, wrap } from './columns.ts';

describe('text for a terminal', () => {
  it('has every column as wide as its widest cell', () => {
    const rows = [
      ['NAME', 'STATE'],
      ['notebook', 'running'],
    ];
    expect(columns(rows)).toBe('NAME      STATE\nnotebook  running');
  });

  it('breaks between words, and leaves a word alone that is wider than the terminal', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('see https://example.org/long now', 10)).toEqual(['see', 'https://example.org/long', 'now']);
    expect(wrap('all in one', Number.POSITIVE_INFINITY)).toEqual(['all in one']);
  });
});
