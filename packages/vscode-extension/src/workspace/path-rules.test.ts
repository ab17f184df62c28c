import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../tests/support/verifies.ts';
import { isInside, pathsOf, refusedSpelling } from './path-rules.ts';

const flavours = ['posix', 'win32'] as const;

describe('what lies inside', () => {
  it(verifies('is the folder and all below, but no sibling of a longer name', 'S2-path-prefix'), () => {
    expect(isInside('/work', '/work', 'posix')).toBe(true);
    expect(isInside('/work/..hidden', '/work', 'posix')).toBe(true);
    expect(isInside('/workshop/a', '/work', 'posix')).toBe(false);
    expect(isInside('/', '/work', 'posix')).toBe(false);
    expect(isInside('C:\\Work\\a', 'c:\\work', 'win32')).toBe(true);
    expect(isInside('D:\\work\\a', 'C:\\work', 'win32')).toBe(false);
    expect(isInside('C:\\workshop', 'C:\\work', 'win32')).toBe(false);
    expect(isInside('\\\\box\\share\\a', '\\\\BOX\\share', 'win32')).toBe(true);
    expect(isInside('\\\\other\\share\\a', '\\\\box\\share', 'win32')).toBe(false);
  });

  const part = fc.stringMatching(/^[a-zA-Z0-9_. -]{1,8}$/).filter((name) => name !== '.' && name !== '..');
  const step = fc.oneof({ weight: 3, arbitrary: part }, fc.constant('..'), fc.constant('.'));

  it.each(flavours)('agrees with a count of the steps on %s', (flavour) => {
    const { join } = pathsOf(flavour);
    const root = flavour === 'win32' ? 'C:\\a\\root' : '/a/root';
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let depth = 0;
        let left = false;
        for (const next of steps) {
          if (next === '..') depth -= 1;
          else if (next !== '.') depth += 1;
          left ||= depth < 0;
        }
        const path = join(root, ...steps);
        // A path that never went above the root stays inside; one that ends above it is outside.
        if (!left) expect(isInside(path, root, flavour)).toBe(true);
        if (depth < 0 && !steps.includes('root') && !steps.includes('a')) {
          expect(isInside(path, root, flavour)).toBe(false);
        }
      }),
    );
  });
});

describe('spellings on Windows', () => {
  const roots = ['C:\\work', '\\\\box\\share\\project'];

  it.each([
    '\\\\?\\C:\\work\\a',
    '//./pipe/x',
    '\\??\\C:\\work',
    '\\\\evil\\share\\a',
    '//evil/share/a',
    'a.txt:stream',
    'C:\\work\\a.txt::$DATA',
    'C:a.txt',
    'nul',
    'sub/NUL.txt',
    'com1',
    'LPT9.log',
    'CONOUT$',
    'a. ',
    'sub./a',
    'a\0b',
    '',
  ])('%j is refused without asking the disk', (input) => {
    expect(refusedSpelling(input, roots, 'win32')).toBeDefined();
  });

  it.each([
    'a/b.txt',
    '..\\a',
    '.\\a',
    'C:\\work\\a',
    'c:/work/a',
    '\\\\box\\share\\project\\a',
    'console.log',
    'nully',
  ])('%j may be looked at', (input) => {
    expect(refusedSpelling(input, roots, 'win32')).toBeUndefined();
  });
});
