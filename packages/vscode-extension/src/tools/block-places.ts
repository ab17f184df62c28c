// Where a block's search text is in a file: exactly, without regard to white space, or nearly.

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** All matches, including overlapping ones. */
export function exactPlaces(text: string, search: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + 1)) {
    places.push({ start: at, end: at + search.length });
  }
  return places;
}

export function isWholeLines(text: string, { start, end }: Place): boolean {
  return (start === 0 || text[start - 1] === '\n') && (end === text.length || text[end] === '\n');
}

/** Whole lines that are equal but for white space at their ends and its amount between words. */
export function lenientPlaces(text: string, search: string): Place[] {
  const lines = linesOf(text);
  const wanted = search.split('\n').map(squeezed);
  return lines.flatMap(({ start }, at) => {
    const last = lines[at + wanted.length - 1];
    const isSame = last !== undefined && wanted.every((line, offset) => lines[at + offset]?.squeezed === line);
    return isSame ? [{ start, end: last.end }] : [];
  });
}

/** The replacement with the indentation of the place instead of the search text's. */
export function reindented(replace: string, search: string, found: string): string {
  const [from, to] = [indentOf(search), indentOf(found)];
  if (from === to) return replace;
  return replace
    .split('\n')
    .map((line) => (line.startsWith(from) && line.trim() !== '' ? to + line.slice(from.length) : line))
    .join('\n');
}

export interface Nearest {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** Whether only white space differs. */
  readonly isEqualButForSpace: boolean;
}

/** Comparisons of lines; a larger product of file and search text has no nearest place. */
const COMPARISONS_MAX = 200_000;
const SHOWN_CHARS = 120;

/** The lines that share most with the search text; undefined if none share anything. */
export function nearestPlace(text: string, search: string): Nearest | undefined {
  const lines = linesOf(text);
  const wanted = search.split('\n').map(squeezed);
  if (lines.length * wanted.length > COMPARISONS_MAX) return undefined;
  let best = { at: -1, score: 0 };
  for (let at = 0; at < lines.length; at += 1) {
    let score = 0;
    for (const [offset, line] of wanted.entries()) score += likeness(line, lines[at + offset]?.squeezed);
    if (score > best.score) best = { at, score };
  }
  const found = lines[best.at];
  if (found === undefined) return undefined;
  const isEqualButForSpace = best.score === wanted.reduce((sum, line) => sum + likeness(line, line), 0);
  return { line: best.at + 1, text: text.slice(found.start, found.end).slice(0, SHOWN_CHARS), isEqualButForSpace };
}

/** An equal line counts by its length; one that shares words counts less than any equal one of their length. */
function likeness(wanted: string, found: string | undefined): number {
  if (wanted === '' || found === undefined || found === '') return 0;
  if (wanted === found) return wanted.length;
  const words = new Set(found.split(/\W+/));
  const shared = wanted.split(/\W+/).filter((word) => word.length > 1 && words.has(word));
  return shared.join('').length / 2;
}

function linesOf(text: string): (Place & { readonly squeezed: string })[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const place = { start, end: start + line.length, squeezed: squeezed(line) };
    start = place.end + 1;
    return place;
  });
}

function squeezed(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ');
}

/** Of the first line that has text. */
function indentOf(text: string): string {
  return /^[ \t]*(?=\S)/m.exec(text)?.[0] ?? '';
}
