// Reads a unified diff of one file as blocks, because models send these too.
import { withLf } from '../review/text-changes.ts';
import type { Block } from './search-replace.ts';

const HUNK = /^@@(?: -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@|\s|$)/;
const FILE = /^(?:diff --git |index [0-9a-f]+\.\.|new file mode |deleted file mode |similarity index |rename )/;

/** Whether the text has hunks. */
export function isUnified(diff: string): boolean {
  return withLf(diff)
    .split('\n')
    .some((line) => HUNK.test(line));
}

/** The hunks as blocks, or a sentence that says what is wrong. Line counts are ignored: models get them wrong. */
export function parseUnified(diff: string): readonly Block[] | string {
  const lines = withLf(diff).split('\n');
  const files = new Set<string>();
  const blocks: Block[] = [];
  let hunk: Hunk | undefined;
  const finish = () => {
    const block = hunk && blockOf(hunk);
    if (block !== undefined) blocks.push(block);
    hunk = undefined;
  };
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? '';
    const start = HUNK.exec(line);
    if (start !== null) {
      finish();
      hunk = { lines: [], line: start[1] === undefined ? undefined : Number(start[1]) };
    } else if (FILE.test(line) || (line.startsWith('--- ') && next.startsWith('+++ '))) finish();
    else if (hunk === undefined) {
      if (line.startsWith('+++ ')) files.add(nameOf(line));
    } else if (line === '' || /^[ +-]/.test(line)) hunk.lines.push(line);
    // What follows a hunk is a fence or prose; "\ No newline at end of file" belongs to it.
    else if (!line.startsWith('\\')) finish();
  }
  finish();
  if (files.size > 1) return `The diff changes ${files.size} files; call apply_diff once for each`;
  if (files.has('/dev/null')) return 'The diff deletes the file; use delete_file';
  return blocks.length === 0 ? 'The hunks of the diff change nothing' : blocks;
}

interface Hunk {
  readonly lines: string[];
  /** Of the old text, from 1. */
  readonly line: number | undefined;
}

/** Undefined for a hunk without a change. */
function blockOf({ lines, line }: Hunk): Block | undefined {
  // An empty line is context whose space was stripped; at the end it only separates the hunk from what follows.
  while (lines.at(-1) === '') lines.pop();
  const side = (mark: '-' | '+') =>
    lines.filter((text) => text === '' || text.startsWith(' ') || text.startsWith(mark)).map((text) => text.slice(1));
  if (!lines.some((text) => /^[+-]/.test(text))) return undefined;
  const [old, changed] = [side('-'), side('+')];
  return {
    search: old.join('\n'),
    replace: changed.join('\n'),
    isDeletion: changed.length === 0,
    whole: line === undefined ? {} : { line },
  };
}

function nameOf(header: string): string {
  return header.slice(4).split('\t')[0]?.trim().replace(/^b\//, '') ?? '';
}
