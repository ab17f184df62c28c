// Differences between texts: unified diffs, and reverted hunks of a proposal.
import { limits } from '@sallyport/protocol';
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';

const CONTEXT_LINES = 3;

/** Line endings never count as a change. */
export function isSameText(one: string, other: string): boolean {
  return withLf(one) === withLf(other);
}

export function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

export function withEol(text: string, eol: string): string {
  return eol === '\n' ? withLf(text) : withLf(text).replaceAll('\n', eol);
}

/** Undefined for texts that are equal but for line endings. */
export function unifiedDiff(path: string, from: string, to: string): string | undefined {
  const [before, after] = [withLf(from), withLf(to)];
  if (before === after) return undefined;
  const options = { context: CONTEXT_LINES, timeout: limits.editor.reviewDiffMs };
  const patch = structuredPatch(path, path, before, after, undefined, undefined, options);
  return patch === undefined
    ? `--- ${path}\n+++ ${path}\n(too many changes to list: nearly all lines were replaced)\n`
    : formatPatch(patch, FILE_HEADERS_ONLY);
}

/** How many hunks of the proposal read as the original in the accepted text. */
export function countRevertedHunks(original: string, proposed: string, accepted: string): number {
  const kept = hunks(original, accepted);
  return hunks(original, proposed).filter((hunk) => !kept.some((other) => overlap(hunk, other))).length;
}

function hunks(from: string, to: string): StructuredPatchHunk[] {
  const options = { context: 0, timeout: limits.editor.reviewDiffMs };
  return structuredPatch('', '', withLf(from), withLf(to), undefined, undefined, options)?.hunks ?? [];
}

function overlap(a: StructuredPatchHunk, b: StructuredPatchHunk): boolean {
  // An insertion replaces no line; it counts as one.
  return a.oldStart < b.oldStart + Math.max(b.oldLines, 1) && b.oldStart < a.oldStart + Math.max(a.oldLines, 1);
}

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The smallest range of whole lines to replace, so that cursors and marks outside stay in place. */
export function smallestReplacement(from: string, to: string): Replacement | undefined {
  if (from === to) return undefined;
  const before = from.split(/(?<=\n)/);
  const after = to.split(/(?<=\n)/);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const start = before.slice(0, head).join('').length;
  const text = after.slice(head, after.length - tail).join('');
  return { start, end: start + before.slice(head, before.length - tail).join('').length, text };
}
