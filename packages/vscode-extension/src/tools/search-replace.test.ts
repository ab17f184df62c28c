import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { applyBlocks, type Block, parseBlocks } from './search-replace.ts';

const block = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;
const parsed = (diff: string): readonly Block[] => {
  const blocks = parseBlocks(diff);
  if (typeof blocks === 'string') throw new Error(blocks);
  return blocks;
};

describe('the blocks of a diff', () => {
  it(verifies('are read, many of them', 'S2-diff-blocks'), () => {
    expect(parsed(`${block('a\n  b', 'c')}\n\n${block('d', '')}\n`)).toEqual([
      { search: 'a\n  b', replace: 'c', isDeletion: false },
      { search: 'd', replace: '', isDeletion: false },
    ]);
    expect(parsed('<<<<<<< SEARCH\na\n=======\n>>>>>>> REPLACE')).toEqual([
      { search: 'a', replace: '', isDeletion: true },
    ]);
  });

  it.each([
    ['', 'no block'],
    ['hello', 'outside of a block'],
    ['<<<<<<< SEARCH\na\n=======\nb', 'no >>>>>>> REPLACE'],
    ['<<<<<<< SEARCH\na\n>>>>>>> REPLACE', 'Unexpected >>>>>>> REPLACE'],
    ['<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE', 'Two ======='],
    ['<<<<<<< SEARCH\na\n<<<<<<< SEARCH\nb', 'Unexpected <<<<<<< SEARCH'],
    ['<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE', 'is empty'],
  ])('%j is refused', (diff, complaint) => {
    expect(parseBlocks(diff)).toContain(complaint);
  });
});

describe('applying blocks', () => {
  it(
    verifies('replaces one exact place, on the result of the block before', 'S2-diff-sequential', 'S2-diff-exact'),
    () => {
      const { text, outcomes } = applyBlocks(
        'one\ntwo\n',
        parsed(`${block('one', 'three')}\n${block('three\ntwo', 'x')}`),
      );
      expect([text, outcomes]).toEqual(['x\n', [{ ok: true }, { ok: true }]]);
      expect(applyBlocks('a  b', parsed(block('a b', 'c'))).outcomes).toEqual([
        { ok: false, error: 'Search block not found' },
      ]);
    },
  );

  it(verifies('names what is nowhere, and what is at several places', 'S2-diff-not-found', 'S2-diff-ambiguous'), () => {
    const { text, outcomes } = applyBlocks(
      'aa\naa\naaa',
      parsed(`${block('aa', 'b')}\n${block('zz', 'b')}\n${block('aaa', 'c')}`),
    );
    expect(outcomes).toEqual([
      { ok: false, error: 'Search block is ambiguous (4 matches found)' },
      { ok: false, error: 'Search block not found' },
      { ok: true },
    ]);
    expect(text).toBe('aa\naa\nc');
  });

  it('takes the replacement as it is, dollars included', () => {
    expect(applyBlocks('a', parsed(block('a', "$& $1 $' \\n"))).text).toBe("$& $1 $' \\n");
  });

  it('takes the line break with a deleted line, and only then', () => {
    expect(applyBlocks('a\nb\nc', parsed('<<<<<<< SEARCH\nb\n=======\n>>>>>>> REPLACE')).text).toBe('a\nc');
    expect(applyBlocks('a\nb\nc', parsed(block('b', ''))).text).toBe('a\n\nc');
    expect(applyBlocks('abc\n', parsed('<<<<<<< SEARCH\nb\n=======\n>>>>>>> REPLACE')).text).toBe('ac\n');
  });

  it('does not mind line endings', () => {
    expect(applyBlocks('a\r\nb\r\n', parsed(block('a\nb', 'c\nd'))).text).toBe('c\nd\n');
    expect(applyBlocks('a\nb\n', parsed(block('a\r\nb', 'c'))).text).toBe('c\n');
  });

  it('puts any unique text in place of any other', () => {
    const line = fc.stringMatching(/^[a-z $\\{}()]{0,12}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), line, fc.array(line, { maxLength: 6 }), (before, put, after) => {
        const original = [...before, '@needle@', ...after].join('\n');
        const { text, outcomes } = applyBlocks(original, parsed(block('@needle@', put)));
        expect(outcomes).toEqual([{ ok: true }]);
        expect(text).toBe([...before, put, ...after].join('\n'));
      }),
    );
  });

  it('handles a thousand blocks', () => {
    const original = Array.from({ length: 1000 }, (_, at) => `line ${at}.`).join('\n');
    const diff = Array.from({ length: 1000 }, (_, at) => block(`line ${at}.`, `LINE ${at}.`)).join('\n');
    const { text, outcomes } = applyBlocks(original, parsed(diff));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(text).toBe(original.toUpperCase());
  });
});
