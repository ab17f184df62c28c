// A reply's tree of lines, read as things with refs: words without a ref of their own belong to the line that holds them.
import type { Item } from './product.ts';

export interface Line {
  readonly at: number;
  readonly indent: number;
  readonly role: string;
  readonly names: readonly string[];
  readonly ref?: string;
}

/** Each line as `read` takes it, which returns several where one line has several refs. */
export function linesOf(reply: string, read: (text: string) => readonly Omit<Line, 'at' | 'indent'>[]): Line[] {
  let at = 0;
  return reply.split('\n').flatMap((text) => {
    const start = at;
    at += text.length + 1;
    const indent = text.length - text.trimStart().length;
    return read(text.trim()).map((line) => ({ at: start, indent, ...line }));
  });
}

const PIECES_MAX = 4;

export interface ItemsOptions {
  /** Whether every element has a ref, so that words belong to the nearest line above them; else only a line's sole words do. */
  readonly isEveryElementThere: boolean;
}

export function itemsOf(lines: readonly Line[], { isEveryElementThere }: ItemsOptions): Item[] {
  return lines.flatMap((line, index) => {
    const { at, role, names } = line;
    if (line.ref !== undefined)
      return [{ ref: line.ref, role, names: names.length > 0 ? names : within(lines, index), at }];
    const holderIndex = lines.findLastIndex(({ indent }, before) => before < index && indent < line.indent);
    const holder = lines[holderIndex];
    if (holder?.ref === undefined || names.length === 0) return [];
    const isOnly = holderIndex === index - 1 && (lines[index + 1]?.indent ?? 0) < line.indent;
    return isEveryElementThere || isOnly ? [{ ref: holder.ref, role: holder.role, names, at }] : [];
  });
}

/** A name in pieces, as where the typed part of a suggestion is marked. */
function within(lines: readonly Line[], index: number): string[] {
  const { indent } = lines[index] ?? { indent: 0 };
  const end = lines.findIndex((line, at) => at > index && line.indent <= indent);
  const pieces = lines.slice(index + 1, end === -1 ? undefined : end).flatMap(({ names }) => names.slice(0, 1));
  return pieces.length === 0 || pieces.length > PIECES_MAX ? [] : [pieces.join(''), pieces.join(' ')];
}

export function unquoted(text: string): string {
  return text.replace(/^["'](.*)["']$/, '$1').replaceAll('\\"', '"');
}
