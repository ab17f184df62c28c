import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandRule, isAllowed, offeredPrefix, parseRules } from './rules.ts';
import { readPlainCommands } from './shell-words.ts';

const rules: readonly CommandRule[] = [
  { kind: 'prefix', words: ['git', 'status'], cwd: '/w' },
  { kind: 'prefix', words: ['git', 'show'], cwd: '/w' },
  { kind: 'prefix', words: ['ls'], cwd: '/w' },
  { kind: 'exact', command: 'make > log.txt', cwd: '/w' },
];
const allowed = (command: string) => isAllowed(command, '/w', rules, true);

describe('a remembered rule', () => {
  it.each([
    'git status',
    'git status --short',
    '  git   status ',
    "git show 'a b'",
    'git show "a b"',
    'git status && ls -l src',
    'ls | ls',
    'ls; git status',
    'git status 2>&1',
    'ls 2>/dev/null',
    'ls a\\ b',
    'git show --oneline --stat -p --no-color',
    'make > log.txt',
  ])('covers %j', (command) => {
    expect(allowed(command)).toBe(true);
  });

  it.each([
    'git push',
    'git',
    'gitstatus',
    'git status; rm -rf x',
    'git status && rm x',
    'git status || rm x',
    'git status | sh',
    'git status |& sh',
    'git status & rm x',
    'git status &',
    'git show > file',
    'git show >> file',
    'git show >file',
    'git show 2> file',
    'git show &> file',
    'ls < file',
    'ls > /dev/nullx',
    'ls >/dev/null/../../etc/x',
    'git show $(rm x)',
    'git show "$(rm x)"',
    'git show `rm x`',
    'git show "`rm x`"',
    'git show <(rm x)',
    'git show $HOME',
    'git show $' + '{IFS}x',
    'git show "$x"',
    "git show $'\\x3b'",
    'git status\nrm x',
    'git status \\\nrm x',
    'X=1 git status',
    'PATH=. git status',
    '(git status)',
    '{ git status; }',
    'git status {a,b}',
    'git status *',
    'git status ~root',
    'git status !!',
    'git status #x',
    'git status "open',
    "git status 'open",
    'git status \\',
    '\\git status; x',
    'git status ;; rm',
    '; git status',
    'git status &&',
    '',
    "git status '\u0015evil\r'",
    'git status "\u0003evil\r"',
    'git status \\\u0015evil',
    "git status 'a\tb'",
    'git show --output=x',
    'git show --outp x',
    'git show --ext-diff',
    'git status --exec evil',
    "ls '--pre=evil'",
    'ls ext::evil',
    'make > log.txt ',
    'make > other.txt',
  ])('does not cover %j', (command) => {
    expect(allowed(command)).toBe(false);
  });

  it('holds in its folder only, and prefixes hold in POSIX shells only', () => {
    expect(isAllowed('make > log.txt', '/other', rules, true)).toBe(false);
    expect(isAllowed('git status', '/other', rules, true)).toBe(false);
    expect(isAllowed('git status', '/w', rules, false)).toBe(false);
    expect(isAllowed('make > log.txt', '/w', rules, false)).toBe(true);
  });

  it('never lets through what begins well and goes on with another program', () => {
    const joint = fc.constantFrom(
      ';',
      '&&',
      '||',
      '|',
      '&',
      '\n',
      ' ; ',
      '$(',
      '`',
      '>',
      '<',
      '>>',
      '&>',
      '|&',
      '<(',
      '#\n',
    );
    const filler = fc.stringMatching(/^[a-z '"\\-]{0,10}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(filler, joint), { minLength: 1, maxLength: 4 }), (parts) => {
        const between = parts.map(([text, mark]) => `${text}${mark}`).join('');
        const line = `git status ${between} evil --now`;
        // Inside of quotes a joint is only text, and evil a word; a count of them tells.
        if (!/['"\\]/.test(between)) expect([line, allowed(line)]).toEqual([line, false]);
        else if (allowed(line)) expect(readPlainCommands(line)?.every(([first]) => first !== 'evil')).toBe(true);
      }),
    );
  });
});

describe('the words of a line', () => {
  it('are those that a shell would see', () => {
    expect(readPlainCommands('a "b c" d\'e\'f && g\\ h | i')).toEqual([['a', 'b c', 'def'], ['g h'], ['i']]);
    expect(readPlainCommands('a ""')).toEqual([['a', '']]);
  });

  it('come back from any words that were quoted', () => {
    const word = fc.stringMatching(/^[ -&(-~]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const line = words.map((text) => `'${text}'`).join(' ');
        const expected = /^[A-Za-z_]\w*\+?=/.test(words[0] ?? '') ? undefined : [words];
        expect(readPlainCommands(line)).toEqual(expected);
      }),
    );
  });
});

describe('a prefix to remember', () => {
  it.each([
    ['git status --short', ['git', 'status']],
    ['npm run build --silent', ['npm', 'run', 'build']],
    ['git diff --stat -- src/a.ts', ['git', 'diff']],
    ['git log -20 --oneline main..HEAD', ['git', 'log']],
    ['head -n5 a.txt', ['head']],
    ['grep -rn -A 3 "a b" src', ['grep']],
    ['docker compose ps -a', ['docker', 'compose', 'ps']],
    ['go test -run=Foo ./...', ['go', 'test']],
    ['npm test', ['npm', 'test']],
    ['ls -la', ['ls']],
    ['cargo test', ['cargo', 'test']],
  ])('is offered for %j', (command, words) => {
    expect(offeredPrefix(command)).toEqual(words);
  });

  it.each([
    'bash -c x',
    'sudo ls',
    'find . -exec rm {} +',
    'node x.js',
    'git push',
    'git -c a=b status',
    'npm exec x',
    'npm run',
    './run.sh',
    'a && b',
    'ls > x',
    'env x',
    'python3.12 x.py',
    'busybox sh',
    'coproc x',
    'if x',
    'yarn node x',
    'uv run python x',
    'poetry run bash x',
    'yarn run node x',
    'git bisect run x',
    'git clone ext::x',
    'git log --output=x',
    'go test -exec x',
    'git grep -Ox y',
    'rg --pre x y',
    'sort -o x y',
    'npm run build -- --x',
    "'git status' x",
    'unknown-program',
    'cat /etc/passwd',
    'cat ../secret',
    'cat a/../../secret',
    'eslint node_modules/evil',
    'pytest @evil.txt',
  ])('is not offered for %j', (command) => {
    expect(offeredPrefix(command)).toBeUndefined();
  });

  it('is read back from a store, and junk there is passed over', () => {
    const junk = [null, {}, { kind: 'prefix', words: [] }, { kind: 'prefix', words: [1] }];
    expect(parseRules([...rules, ...junk])).toEqual(rules);
    // Of an earlier version: given for one folder, held in all.
    expect(parseRules([{ kind: 'prefix', words: ['ls'] }])).toEqual([]);
    expect(parseRules('junk')).toEqual([]);
  });
});
