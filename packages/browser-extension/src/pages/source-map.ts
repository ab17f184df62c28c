// Finds the original position of a place in a generated script, by the script's source map (ECMA-426).
import { isRecord } from '@sallyport/protocol';

/** Both from 0, as in the map. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Origin extends Position {
  readonly source: string;
}

interface Section {
  readonly offset: Position;
  readonly mappings: string;
  readonly sources: readonly string[];
}

/** What is kept of a map: without the sources' text. */
export type SourceMap = readonly Section[];

const START: Position = { line: 0, column: 0 };
/** Parts of a map that bundlers write for each module; a page of more is not taken apart. */
const SECTIONS_MAX = 10_000;
const SOURCE_CHARS = 200;
/** Seven digits: more than any line or column has. */
const MAX_FACTOR = 32 ** 6;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Undefined for what is not a source map. */
export function readSourceMap(text: string): SourceMap | undefined {
  try {
    // Servers may put a line in front that keeps other sites from running it.
    const map: unknown = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ''));
    const parts = isRecord(map) && Array.isArray(map.sections) ? map.sections : [{ offset: START, map }];
    return parts.length > SECTIONS_MAX ? undefined : parts.map(sectionOf);
  } catch {
    return undefined;
  }
}

function sectionOf(part: unknown): Section {
  const { offset, map } = isRecord(part) ? part : {};
  const { line, column } = isRecord(offset) ? offset : {};
  const { mappings, sources, sourceRoot } = isRecord(map) ? map : {};
  if (typeof mappings !== 'string' || !Array.isArray(sources)) throw new TypeError('Not a source map.');
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : '';
  // Before it is put in front of each source: a map of some MB can have a root and a list that are both that long.
  const rootEnd = root.slice(-SOURCE_CHARS);
  return {
    offset: { line: Number(line), column: Number(column) },
    mappings,
    sources: sources.map((source) => (typeof source === 'string' ? `${rootEnd}${source}`.slice(-SOURCE_CHARS) : '')),
  };
}

/** The origin of each place; undefined where the map says nothing of it. Throws for mappings that cannot be read. */
export function originsOf(map: SourceMap, places: readonly Position[]): (Origin | undefined)[] {
  const ofSection = new Map<Section, number[]>();
  places.forEach((place, at) => {
    const section = map.findLast(({ offset }) => !isBefore(place, offset));
    if (section !== undefined) ofSection.set(section, [...(ofSection.get(section) ?? []), at]);
  });
  const origins = places.map((): Origin | undefined => undefined);
  for (const [section, indexes] of ofSection) {
    const within = indexes.map((at) => relativeTo(section.offset, places[at] ?? START));
    segmentsAt(section.mappings, within).forEach((segment, at) => {
      const source = segment && section.sources[segment.source];
      if (source) origins[indexes[at] ?? -1] = { source, line: segment.line, column: segment.column };
    });
  }
  return origins;
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column);
}

function relativeTo(offset: Position, { line, column }: Position): Position {
  return { line: line - offset.line, column: line === offset.line ? column - offset.column : column };
}

interface Segment extends Position {
  /** An index of `sources`. */
  readonly source: number;
}

/**
 * For each place the last segment of its line that begins at or before it. Numbers are relative to the segment before, across
 * lines, so everything in front is read once, and nothing of it is kept: a large map has millions of segments.
 */
function segmentsAt(mappings: string, places: readonly Position[]): (Segment | undefined)[] {
  const order = places.map((_, at) => at).sort((a, b) => compare(places[a] ?? START, places[b] ?? START));
  const found = places.map((): Segment | undefined => undefined);
  const reader = new VlqReader(mappings);
  let [line, column, source, sourceLine, sourceColumn] = [0, 0, 0, 0, 0];
  let last: { readonly line: number; readonly segment: Segment | undefined } | undefined;
  const settle = (until: Position) => {
    for (let next = order[0]; next !== undefined; next = order[0]) {
      const place = places[next] ?? START;
      if (!isBefore(place, until)) return;
      found[next] = last?.line === place.line ? last.segment : undefined;
      order.shift();
    }
  };
  while (!reader.isDone && order.length > 0) {
    if (reader.skip(';')) [line, column] = [line + 1, 0];
    else if (!reader.skip(',')) {
      column += reader.number();
      settle({ line, column });
      const hasSource = !reader.isAtEnd;
      if (hasSource) {
        source += reader.number();
        sourceLine += reader.number();
        sourceColumn += reader.number();
        // The name that the original has there.
        if (!reader.isAtEnd) reader.number();
      }
      last = { line, segment: hasSource ? { source, line: sourceLine, column: sourceColumn } : undefined };
    }
  }
  settle({ line: Number.POSITIVE_INFINITY, column: 0 });
  return found;
}

function compare(one: Position, other: Position): number {
  return one.line - other.line || one.column - other.column;
}

/** Reads numbers in base 64, five bits a digit, the lowest first, whose lowest bit is the sign. */
class VlqReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Of a segment. */
  get isAtEnd(): boolean {
    const sign = this.#text[this.#at];
    return sign === undefined || sign === ',' || sign === ';';
  }

  skip(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  number(): number {
    let [value, factor, digit] = [0, 1, 32];
    while (digit >= 32) {
      digit = DIGITS.indexOf(this.#text[this.#at] ?? '?');
      this.#at += 1;
      if (digit < 0 || factor > MAX_FACTOR) throw new TypeError('Not a number of a source map.');
      value += (digit % 32) * factor;
      factor *= 32;
    }
    return value % 2 === 0 ? value / 2 : (1 - value) / 2;
  }
}
