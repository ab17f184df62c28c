import { describe, expect, it } from 'vitest';
import { linesThatMatch, replaceInLines } from './patterns.ts';

describe('a regular expression of an agent', () => {
  it('finds and replaces in lines', () => {
    expect(linesThatMatch(['one', 'two', 'none'], 'one$')).toEqual(['one', 'none']);
    expect(replaceInLines(['a-b a-c', 'd'], '(a)-(.)', '$2$1')).toEqual(['ba ca', 'd']);
  });

  it('ends when it would backtrack for ever', () => {
    const line = `${'a'.repeat(50)}b`;
    expect(() => linesThatMatch([line], '(a+)+$')).toThrow('takes too long');
    expect(() => replaceInLines([line], '(a+)+$', '')).toThrow('takes too long');
  });

  it('that is none is refused', () => {
    expect(() => linesThatMatch([], '(')).toThrow('grep: invalid regular expression');
  });
});
