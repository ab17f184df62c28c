// The cells of a notebook as one text that can be edited, in the form that read_file shows, and the notebook with the edited text.
import { isRecord, parseJson } from '@sallyport/protocol';
import { applyEdits, modify } from 'jsonc-parser';
import { cellHead, joinedLines } from './notebook.ts';

export interface NotebookCells {
  /** Without outputs, which nobody edits. */
  readonly text: string;
  /** The notebook with the changed sources, otherwise as it was; undefined if the cells are no longer the same ones. */
  withText(changed: string): string | undefined;
}

const HEAD = /^# Cell \d+ \[[^\]]*\]$/gm;

/** Undefined for text that is not a notebook, or whose sources have lines that look like the head of a cell. */
export function notebookCells(notebook: string): NotebookCells | undefined {
  const parsed = parseJson(notebook);
  if (!isRecord(parsed) || !Array.isArray(parsed.cells)) return undefined;
  const cells = parsed.cells.map((cell, index) => ({
    head: cellHead(cell, index),
    source: isRecord(cell) ? joinedLines(cell.source) : '',
    isList: isRecord(cell) && Array.isArray(cell.source),
  }));
  const text = cells.map(({ head, source }) => `${head}\n${source}`).join('\n\n');
  const heads = cells.map(({ head }) => head);
  if (!hasHeads(text, heads)) return undefined;
  return {
    text,
    withText(changed) {
      if (!hasHeads(changed, heads)) return undefined;
      const sources = sourcesIn(changed);
      return cells.reduce((whole, { source, isList }, index) => {
        const now = sources[index] ?? '';
        return now === source ? whole : withSource(whole, index, isList ? linesOf(now) : now);
      }, notebook);
    },
  };
}

/** And nothing above the first of them. */
function hasHeads(text: string, heads: readonly string[]): boolean {
  return text.search(HEAD) <= 0 && JSON.stringify(text.match(HEAD) ?? []) === JSON.stringify(heads);
}

/** Before the next head stand a line break and an empty line, which an edit may have taken away. */
function sourcesIn(text: string): string[] {
  const [, ...parts] = text.split(HEAD).map((part) => part.slice(1));
  return parts.map((part, index) => (index === parts.length - 1 ? part : part.replace(/\n{1,2}$/, '')));
}

/** Each with its line break, as notebooks store them. */
function linesOf(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function withSource(notebook: string, index: number, source: string | string[]): string {
  const [, indent] = /\n([ \t]+)"/.exec(notebook) ?? [];
  const formatting =
    indent === undefined
      ? {}
      : { formattingOptions: { insertSpaces: !indent.includes('\t'), tabSize: indent.length, eol: '\n' } };
  return applyEdits(notebook, modify(notebook, ['cells', index, 'source'], source, formatting));
}
