// Files with mixed line endings: a save by VS Code gives all lines one kind, so the others are put back.
import { limits } from '@sallyport/protocol';
import { structuredPatch } from 'diff';
import { withLf } from './text-changes.ts';

/** Whether some lines end with CRLF and others with LF. */
export function isMixed(text: string): boolean {
  return text.includes('\r\n') && /(?<!\r)\n/.test(text);
}

/**
 * The saved text with the line endings of the text before: lines that did not change keep theirs, a changed line has that of
 * the line in its place, an added one that of the line above. Undefined when too much changed to compare in time.
 */
export function withEndingsOf(before: string, saved: string): string | undefined {
  const [from, to] = [withLf(before), withLf(saved)];
  const options = { context: 0, timeout: limits.editor.reviewDiffMs };
  const hunks = structuredPatch('', '', from, to, undefined, undefined, options)?.hunks;
  if (hunks === undefined) return undefined;
  const endings = endingsOf(before);
  const kept: string[] = [];
  let next = 0;
  for (const { oldStart, oldLines, newLines } of hunks) {
    const start = oldStart - 1;
    kept.push(...endings.slice(next, start));
    const replaced = endings.slice(start, start + oldLines);
    const above = kept.at(-1) ?? endings[0] ?? '\n';
    for (let at = 0; at < newLines; at += 1) kept.push(replaced[at] ?? replaced.at(-1) ?? above);
    next = start + oldLines;
  }
  kept.push(...endings.slice(next));
  const lines = to.split('\n');
  const last = lines.pop() ?? '';
  return lines.map((line, at) => line + (kept[at] ?? '\n')).join('') + last;
}

function endingsOf(text: string): readonly string[] {
  return [...text.matchAll(/\r?\n/g)].map(([ending]) => ending);
}
