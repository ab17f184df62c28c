// Parses and applies the blocks of apply_diff, each of which must match exactly one place.
import { withLf } from '../review/text-changes.ts';
import {
  exactPlaces,
  isWholeLines,
  lenientPlaces,
  type Nearest,
  nearestPlace,
  type Place,
  reindented,
} from './block-places.ts';
import { isUnified, parseUnified } from './unified-diff.ts';

export interface Block {
  readonly search: string;
  readonly replace: string;
  /** No replacement at all, not even an empty line: whole lines are removed with their line break. */
  readonly isDeletion: boolean;
  /** Of a unified diff: the text is whole lines, and among several places the one at this line is meant. */
  readonly whole?: { readonly line?: number };
}

export type BlockOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: string; readonly nearest?: Nearest };

export interface Applied {
  readonly text: string;
  /** One per block, in order. */
  readonly outcomes: readonly BlockOutcome[];
}

const SEARCH = /^<{7} SEARCH[ \t]*$/;
const DIVIDER = /^={7}[ \t]*$/;
const REPLACE = /^>{7} REPLACE[ \t]*$/;
/** A marker with a typing error is an error: as prose, its block would be left out without a word. */
const NEARLY_MARKER = /^\s*(?:<{3,}.*SEARCH|={5,}\s*$|>{3,}.*REPLACE)/i;

/** The blocks, or the hunks of a unified diff, or a sentence that says what is wrong. Prose and fences around them are skipped. */
export function parseBlocks(diff: string): readonly Block[] | string {
  const isBlocks = withLf(diff)
    .split('\n')
    .some((line) => NEARLY_MARKER.test(line));
  return !isBlocks && isUnified(diff) ? parseUnified(diff) : parseSearchBlocks(diff);
}

function parseSearchBlocks(diff: string): readonly Block[] | string {
  let outside: string | undefined;
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
    else if (NEARLY_MARKER.test(line)) return `Text outside of a block in ${where} looks like a marker`;
    else if (line.trim() !== '') outside ??= `Text outside of a block in ${where}, and `;
  }
  if (part !== 'between') return 'The last block has no >>>>>>> REPLACE';
  if (blocks.length > 0) return blocks;
  const forms = '<<<<<<< SEARCH … ======= … >>>>>>> REPLACE, and no hunk of a unified diff';
  return outside === undefined ? `The diff has no block ${forms}` : `${outside}no block ${forms}`;
}

export type Match = 'exact' | 'lenient';

/** Applies each block to the result of the previous one. Line endings are compared and returned as LF. */
export function applyBlocks(original: string, blocks: readonly Block[], match: Match = 'exact'): Applied {
  let text = withLf(original);
  let addedLines = 0;
  let nearestLeft = NEAREST_MAX;
  const outcomes = blocks.map((block): BlockOutcome => {
    const found = placeOf(text, block, match, addedLines);
    if ('error' in found) {
      // For the first failures only: looking at every line takes time.
      nearestLeft -= 1;
      const nearest = found.error === NOT_FOUND && nearestLeft >= 0 ? nearestPlace(text, block.search) : undefined;
      return { ok: false, ...found, ...(nearest === undefined ? {} : { nearest }) };
    }
    const { start, end } = found;
    const replace =
      block.search === '' ? `${block.replace}\n` : reindented(block.replace, block.search, text.slice(start, end));
    const isRemoved = block.isDeletion && isWholeLines(text, found) && text[end] === '\n';
    const cut = isRemoved ? end + 1 : end;
    addedLines += lineCount(replace) - lineCount(text.slice(start, cut));
    text = text.slice(0, start) + replace + text.slice(cut);
    return { ok: true };
  });
  return { text, outcomes };
}

function placeOf(text: string, block: Block, match: Match, addedLines: number): Place | { readonly error: string } {
  const { search, whole } = block;
  if (search === '') return lineStart(text, (whole?.line ?? -1) + 1 + addedLines) ?? { error: NOT_FOUND };
  const exact = exactPlaces(text, search).filter((place) => whole === undefined || isWholeLines(text, place));
  const places = exact.length === 0 && match === 'lenient' ? lenientPlaces(text, search) : exact;
  const [place] = places;
  if (place === undefined) return { error: NOT_FOUND };
  if (places.length === 1) return place;
  const named = places.find(
    ({ start }) => whole?.line !== undefined && lineAt(text, start) === whole.line + addedLines,
  );
  return named ?? { error: `Search block is ambiguous (${places.length} matches found)` };
}

const NOT_FOUND = 'Search block not found';
const NEAREST_MAX = 5;

/** Where this line begins, or would: from 1. */
function lineStart(text: string, line: number): Place | undefined {
  if (line < 1) return undefined;
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return undefined;
    start = end + 1;
  }
  return { start, end: start };
}

function lineAt(text: string, offset: number): number {
  return lineCount(text.slice(0, offset));
}

function lineCount(text: string): number {
  return text.split('\n').length;
}
