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
    [`${block('a', 'b')}\n<<<<<<<SEARCH\nc`, 'looks like a marker'],
    [`${block('a', 'b')}\n=======\nc`, 'looks like a marker'],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b', '2 files'],
    ['--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a', 'use delete_file'],
    ['@@ -1,2 +1,2 @@\n a\n b', 'change nothing'],
  ])('%j is refused', (diff, complaint) => {
    expect(parseBlocks(diff)).toContain(complaint);
  });
});

describe('what models send around blocks', () => {
  it('is skipped: prose and fences', () => {
    const diff = `Here is the change:\n\n\`\`\`diff\n${block('a', 'b')}\n\`\`\`\n\nAnd then:\n${block('c', 'd')}\nDone.`;
    expect(parsed(diff)).toMatchObject([
      { search: 'a', replace: 'b' },
      { search: 'c', replace: 'd' },
    ]);
  });
});

describe('a unified diff', () => {
  const original = 'one\ntwo\n\nthree\none\nfour\n';
  const apply = (diff: string) => applyBlocks(original, parsed(diff));

  it.each([
    ['with headers', 'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n \n'],
    ['in a fence, with wrong counts', 'Sure:\n```diff\n@@ -7,9 +1,1 @@\n one\n-two\n+2\n```\nBye.'],
    ['without line numbers', '@@\n-two\n+2\n'],
    ['with a heading', '@@ function two() @@\n one\n-two\n+2'],
    ['with stripped empty lines', '@@ -1,4 +1,4 @@\n one\n-two\n+2\n\n three\n'],
  ])('%s is applied', (_, diff) => {
    expect(apply(diff)).toEqual({ text: original.replace('two', '2'), outcomes: [{ ok: true }] });
  });

  it('takes the place at its line where the text is at several, counted after the hunks before it', () => {
    expect(apply('@@ -5 +5 @@\n-one\n+uno\n').text).toBe('one\ntwo\n\nthree\nuno\nfour\n');
    expect(apply('@@ -1,0 +2,2 @@\n+x\n+y\n@@ -5 +7 @@\n-one\n+uno\n').text).toBe(
      'one\nx\ny\ntwo\n\nthree\nuno\nfour\n',
    );
    expect(apply('@@ -4 +4 @@\n-one\n+uno\n').outcomes).toEqual([
      { ok: false, error: 'Search block is ambiguous (2 matches found)' },
    ]);
  });

  it('matches whole lines only, removes them whole, and inserts at the beginning', () => {
    expect(apply('@@ -6 +6 @@\n-our\n+x\n').outcomes).toMatchObject([{ ok: false, error: 'Search block not found' }]);
    expect(apply('@@ -2 +1,0 @@\n-two\n').text).toBe('one\n\nthree\none\nfour\n');
    expect(apply('@@ -0,0 +1 @@\n+zero\n').text).toBe(`zero\n${original}`);
    expect(apply('@@ -6,0 +7 @@\n+five\n\\ No newline at end of file').text).toBe(`${original}five\n`);
    expect(apply('@@ -60,0 +61 @@\n+far\n').outcomes).toMatchObject([{ ok: false }]);
  });
});

describe('a lenient match', () => {
  const original = 'function f() {\n\tif (x)  {\n\t\treturn 1;\n\t}\n}\n';

  it('does not mind white space, and keeps the indentation of the file', () => {
    const blocks = parsed(block('if (x) {\n  return 1;\n}', 'if (x) {\n  return 2;\n}\n\nreturn 3;'));
    expect(applyBlocks(original, blocks).outcomes).toMatchObject([{ ok: false, nearest: { line: 2 } }]);
    expect(applyBlocks(original, blocks, 'lenient').text).toBe(
      'function f() {\n\tif (x) {\n\t  return 2;\n\t}\n\n\treturn 3;\n}\n',
    );
  });

  it('still wants one place, and prefers an exact one', () => {
    const twice = 'a  b\na b\n';
    expect(applyBlocks(twice, parsed(block('a b', 'c')), 'lenient').text).toBe('a  b\nc\n');
    expect(applyBlocks(twice, parsed(block(' a  b ', 'c')), 'lenient').outcomes).toEqual([
      { ok: false, error: 'Search block is ambiguous (2 matches found)' },
    ]);
  });
});

describe('the nearest place', () => {
  it('is the one that shares most, and says when only white space differs', () => {
    const text = 'const a = 1;\nfunction greet(name) {\n  return hello + name;\n}\n';
    const nearestTo = (search: string) => applyBlocks(text, parsed(block(search, 'x'))).outcomes[0];
    expect(nearestTo('function greet(who) {')).toMatchObject({ nearest: { line: 2, isEqualButForSpace: false } });
    expect(nearestTo('function greet(name) {\n    return hello + name;')).toMatchObject({
      nearest: { line: 2, text: 'function greet(name) {', isEqualButForSpace: true },
    });
    expect(nearestTo('%%')).toEqual({ ok: false, error: 'Search block not found' });
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
        {
          ok: false,
          error: 'Search block not found',
          nearest: { line: 1, text: 'a  b', isEqualButForSpace: true },
        },
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
