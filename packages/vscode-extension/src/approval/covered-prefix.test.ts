import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredPrefix } from './covered-prefix.ts';
import { knownCommands } from './known-commands.ts';
import { isAllowed, offeredPrefix } from './rules.ts';

const commands = [...knownCommands].map(([name, known]) => ({
  words: [...name.split(' '), ...(known.isNamed === true ? ['build'] : [])],
  ...known,
}));
const anyCommand = fc.constantFrom(...commands);
const nameOf = (option: string) => option.replace(/=.*$/s, '');

describe('a remembered prefix', () => {
  /** What was said yes to, and what an agent made of it. */
  it.each([
    ['git fetch origin', "git fetch --upl='touch x;' ."],
    ['git pull', "git pull --upl='touch x;' . master"],
    ['git ls-remote origin', "git ls-remote --exe='touch x;' ."],
    ['git grep foo', "git grep --op='touch x;' hello"],
    ['git grep foo', "git grep -O'touch x' hello"],
    ['git log -3', 'git log --ext -p'],
    ['git log -3', 'git log --output=x'],
    ['npm test', 'npm test -C /elsewhere'],
    ['npm test', 'npm test -- --config /elsewhere'],
    ['npm run build', 'npm run build -C node_modules/evil'],
    ['npm run build', 'npm run evil'],
    ['npm i', 'npm i evil-package'],
    ['npm ci', 'npm ci --prefi /elsewhere'],
    ['go env', "go env -w 'GOFLAGS=-toolexec=/elsewhere/evil'"],
    ['go test ./...', 'go test -C /elsewhere ./...'],
    ['go test ./...', 'go test -exec /elsewhere/evil ./...'],
    ['cargo test', 'cargo test --manifest-path /elsewhere/Cargo.toml'],
    ['cargo build', 'cargo build --manifest-path=/elsewhere/Cargo.toml'],
    ['docker container ls', 'docker container run -v /:/h alpine rm -rf /h/home'],
    ['docker compose ps', 'docker compose -f /elsewhere/x.yml run x'],
    ['uv pip list', 'uv pip install evil'],
    ['pip download x', 'pip download evil'],
    ['gh api user', 'gh api -X DELETE repos/me/mine'],
    ['dotnet build', "dotnet build '-p:PreBuildEvent=touch x'"],
    ['cmake --version', "cmake -E env sh -c 'touch x'"],
    ['gcc --version', "gcc -wrapper 'sh,-c,touch x' -c x.c"],
    ['mvn test', 'mvn exec:exec -Dexec.executable=touch'],
    ['eslint src', 'eslint -c /elsewhere/evil.config.js src'],
    ['mocha', 'mocha -r /elsewhere/evil.js'],
    ['nodemon x', "nodemon -x 'touch x'"],
    ['concurrently x', "concurrently 'touch x'"],
    ['export FOO=1', "export PROMPT_COMMAND='touch x'"],
    ['export FOO=1', 'export LD_PRELOAD=/elsewhere/evil.so'],
    ['pytest', 'pytest /elsewhere/test_x.py'],
    ['pytest', 'pytest -p evil'],
    ['tsc -b', 'tsc -p /elsewhere'],
    ['cat a.txt', 'cat /home/me/.ssh/id_ed25519'],
    ['sort a.txt', 'sort -oout.txt a.txt'],
    ['ls', 'cd /elsewhere && ls'],
  ])('given for %j does not speak for %j', (first, then) => {
    const words = offeredPrefix(first);
    const rules = words === undefined ? [] : [{ kind: 'prefix', words, cwd: '/w' } as const];
    expect(isAllowed(then, '/w', rules, true)).toBe(false);
  });

  it('covers every program of the table with each of its options, written in full', () => {
    for (const { words, options, operands } of commands) {
      expect(coveredPrefix(words), words.join(' ')).toEqual(words);
      for (const option of options) {
        const value = option.includes('=') ? ['3'] : [];
        const written = option === '-#' ? '-3' : nameOf(option);
        expect(coveredPrefix([...words, written, ...value]), `${words.join(' ')} ${option}`).toEqual(words);
      }
      expect(coveredPrefix([...words, 'name']) === undefined).toBe(operands === 'none');
    }
  });

  it('covers no option that is not in the table', () => {
    const option = fc.stringMatching(/^--?[a-zA-Z][a-z-]{0,12}(=[a-z./]{0,8})?$/);
    fc.assert(
      fc.property(anyCommand, option, fc.boolean(), ({ words, options }, unknown, isLast) => {
        const isListed = options.some((known) => nameOf(known) === nameOf(unknown));
        const isShort =
          !unknown.startsWith('--') &&
          [...nameOf(unknown).slice(1)].some((letter) => options.some((known) => nameOf(known) === `-${letter}`));
        fc.pre(!isListed && !isShort);
        expect(coveredPrefix(isLast ? [...words, unknown] : [...words, unknown, 'x'])).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('covers no long option that is cut short, and no value where there is none', () => {
    for (const { words, options } of commands) {
      for (const option of options.filter((known) => known.startsWith('--'))) {
        const name = nameOf(option);
        const shorter = Array.from({ length: name.length - 3 }, (_, index) => name.slice(0, index + 3));
        for (const cut of shorter.filter((text) => !options.some((known) => nameOf(known) === text))) {
          expect(coveredPrefix([...words, cut]), `${words.join(' ')} ${cut}`).toBeUndefined();
          expect(coveredPrefix([...words, `${cut}=x`]), `${words.join(' ')} ${cut}=x`).toBeUndefined();
        }
        if (!options.some((known) => known.startsWith(`${name}=`))) {
          expect(coveredPrefix([...words, `${name}=x`]), `${words.join(' ')} ${name}=x`).toBeUndefined();
        }
      }
    }
  });

  it('covers no flags written together of which one is unknown, and no value that is an option', () => {
    fc.assert(
      fc.property(anyCommand, fc.stringMatching(/^[a-zA-Z]{2,4}$/), ({ words, options }, letters) => {
        const isKnown = (letter: string) => options.some((known) => nameOf(known) === `-${letter}`);
        fc.pre(!options.some((known) => nameOf(known) === `-${letters}`) && !isKnown(letters[0] ?? ''));
        expect(coveredPrefix([...words, `-${letters}`])).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
    expect(coveredPrefix(['git', 'commit', '-m', '--amend'])).toBeUndefined();
    expect(coveredPrefix(['ls', '-lZ'])).toBeUndefined();
    expect(coveredPrefix(['ls', '-la'])).toEqual(['ls']);
  });

  it('covers no path that leads out of the folder, except as text', () => {
    const way = fc.constantFrom('/etc/x', '../x', 'a/../../x', '~/x', '..', '/', 'C:/x');
    fc.assert(
      fc.property(anyCommand, way, ({ words, operands }, path) => {
        const isText = operands === 'text' || operands === 'pattern';
        expect(coveredPrefix([...words, path]) === undefined).toBe(!isText);
        if (operands !== 'text') expect(coveredPrefix([...words, 'x', path])).toBeUndefined();
      }),
    );
  });
});
