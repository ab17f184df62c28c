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

it('a search that the system refuses is told in its words, and a bad pattern as one', async () => {
  const failing = (complaint: string) => {
    const path = join(temporaryFolder(), 'rg');
    writeFileSync(path, `#!/bin/sh\necho '${complaint}' >&2\nexit 2\n`);
    chmodSync(path, 0o700);
    return search(options(path));
  };
  await expect(failing('rg: /w: Permission denied (os error 13)')).rejects.toMatchObject({
    code: 'ERR_TOOL_FAILED',
    message: 'rg: /w: Permission denied (os error 13)',
    hint: 'The operating system refused it.',
  });
  await expect(failing('regex parse error:')).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
});
