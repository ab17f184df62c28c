// Parses and applies the blocks of apply_diff, each of which must match exactly one place.
import { withLf } from '../review/text-changes.ts';

export interface Block {
  readonly search: string;
  readonly replace: string;
  /** No replacement at all, not even an empty line: whole lines are removed with their line break. */
  readonly isDeletion: boolean;
}

export type BlockOutcome = { readonly ok: true } | { readonly ok: false; readonly error: string };

export interface Applied {
  readonly text: string;
  /** One per block, in order. */
  readonly outcomes: readonly BlockOutcome[];
}

const SEARCH = /^<{7} SEARCH[ \t]*$/;
const DIVIDER = /^={7}[ \t]*$/;
const REPLACE = /^>{7} REPLACE[ \t]*$/;

/** The blocks, or a sentence that says what is wrong. */
export function parseBlocks(diff: string): readonly Block[] | string {
  const blocks: Block[] = [];
  let part: 'between' | 'search' | 'replace' = 'between';
  let search: string[] = [];
  let replace: string[] = [];
  const lines = withLf(diff).split('\n');
  for (const [index, line] of lines.entries()) {
    const where = `line ${index + 1} of the diff`;
    if (SEARCH.test(line)) {
      if (part !== 'between')
        return `Unexpected <<<<<<< SEARCH in ${where}: the block before it has no >>>>>>> REPLACE`;
      [part, search, replace] = ['search', [], []];
    } else if (DIVIDER.test(line) && part !== 'between') {
      // A second divider is ambiguous: file content, or a mistake.
      if (part === 'replace') return `Two ======= in one block, the second in ${where}`;
      part = 'replace';
    } else if (REPLACE.test(line)) {
      if (part !== 'replace') return `Unexpected >>>>>>> REPLACE in ${where}`;
      if (search.join('\n') === '') return `The search text of block ${blocks.length} is empty; use write_file`;
      blocks.push({ search: search.join('\n'), replace: replace.join('\n'), isDeletion: replace.length === 0 });
      part = 'between';
    } else if (part === 'search') search.push(line);
    else if (part === 'replace') replace.push(line);
    else if (line.trim() !== '') return `Text outside of a block in ${where}`;
  }
  if (part !== 'between') return 'The last block has no >>>>>>> REPLACE';
  return blocks.length === 0 ? 'The diff has no block <<<<<<< SEARCH … ======= … >>>>>>> REPLACE' : blocks;
}

/** Applies each block to the result of the previous one. Line endings are compared and returned as LF. */
export function applyBlocks(original: string, blocks: readonly Block[]): Applied {
  let text = withLf(original);
  const outcomes = blocks.map(({ search, replace, isDeletion }): BlockOutcome => {
    const places = placesOf(text, search);
    const [place] = places;
    if (place === undefined) return { ok: false, error: 'Search block not found' };
    if (places.length > 1) return { ok: false, error: `Search block is ambiguous (${places.length} matches found)` };
    const end = place + search.length;
    const cut = isDeletion && isWholeLines(text, place, end) ? end + 1 : end;
    text = text.slice(0, place) + replace + text.slice(cut);
    return { ok: true };
  });
  return { text, outcomes };
}

/** All matches, including overlapping ones. */
function placesOf(text: string, search: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + 1)) places.push(at);
  return places;
}

function isWholeLines(text: string, start: number, end: number): boolean {
  return (start === 0 || text[start - 1] === '\n') && text[end] === '\n';
}
