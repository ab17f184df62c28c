import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { search } from './ripgrep.ts';

const eventOf = (line: number) =>
  JSON.stringify({
    type: 'match',
    data: { path: { text: '/w/a.txt' }, lines: { text: 'found\n' }, line_number: line },
  });

/** A program in the place of ripgrep: tells so many matches and the beginning of one more, then waits to be ended. */
function standIn(matches: number): string {
  const path = join(temporaryFolder(), 'rg');
  const told = [...Array.from({ length: matches }, (_, index) => eventOf(index + 1)), eventOf(0).slice(0, 40)].join(
    '\n',
  );
  writeFileSync(
    path,
    `#!${process.execPath}\nprocess.stdout.write(${JSON.stringify(told)});\nsetInterval(() => {}, 1000);\n`,
  );
  chmodSync(path, 0o700);
  return path;
}

const options = (command: string, signal = new AbortController().signal) => ({
  command,
  path: '/w',
  regex: 'found',
  contextLines: 0,
  maxMatches: 3,
  signal,
});

describe('a search that is ended in the middle of a line', () => {
  it('answers what it found up to its cap', async () => {
    const { lines, isTruncated } = await search(options(standIn(4)));
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(isTruncated).toBe(true);
  });

  it('says that it was cancelled', async () => {
    const gone = new AbortController();
    const searching = search(options(standIn(2), gone.signal));
    gone.abort(new Error('the agent left'));
    await expect(searching).rejects.toThrow('the agent left');
  });
});

describe('a search that the system refuses', () => {
  /** Like ripgrep, it says nothing about files where it is told to keep messages to itself. */
  const complaining = (complaint: string, told = '') => {
    const path = join(temporaryFolder(), 'rg');
    const lines = [
      '#!/bin/sh',
      `printf '%s\\n' '${told}'`,
      'for arg in "$@"; do [ "$arg" != --no-messages ] || exit 2; done',
      `echo '${complaint}' >&2`,
      'exit 2',
    ];
    writeFileSync(path, lines.join('\n'));
    chmodSync(path, 0o700);
    return search(options(path));
  };

  it('is told in the words of the system, and a bad pattern as one', async () => {
    await expect(complaining('rg: /w: Permission denied (os error 13)')).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: '/w: Permission denied (os error 13)',
      hint: 'The operating system refused it.',
    });
    await expect(complaining('rg: regex parse error:')).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });

  it('below its folder alone answers what was found and says what was not read', async () => {
    const refusal = '/w/patterns: Permission denied (os error 13)';
    expect(await complaining(`rg: ${refusal}`)).toEqual({ lines: [], isTruncated: false, unread: refusal });
    const found = await complaining(`rg: ${refusal}`, eventOf(1));
    expect([found.lines.length, found.unread]).toEqual([1, refusal]);
  });
});
