// Renders a notebook as text: its cells with their kind and text outputs.
import { isRecord, parseJson } from '@sallyport/protocol';

const OUTPUT_MAX_CHARS = 2000;

/** Returns text unchanged if it is not a notebook. */
export function renderNotebook(text: string): string {
  const notebook = parseJson(text);
  if (!isRecord(notebook) || !Array.isArray(notebook.cells)) return text;
  return notebook.cells.map(renderCell).join('\n\n');
}

function renderCell(cell: unknown, index: number): string {
  const { source, outputs } = isRecord(cell) ? cell : {};
  const shown = Array.isArray(outputs) ? outputs.map(renderOutput).filter((output) => output !== '') : [];
  return [cellHead(cell, index), joined(source), ...shown.map((output) => `# Output\n${output}`)].join('\n');
}

/** The line above a cell. */
export function cellHead(cell: unknown, index: number): string {
  const kind = isRecord(cell) ? cell.cell_type : undefined;
  return `# Cell ${index + 1} [${typeof kind === 'string' ? kind : 'unknown'}]`;
}

function renderOutput(output: unknown): string {
  if (!isRecord(output)) return '';
  const data = isRecord(output.data) ? output.data : {};
  const error = [output.ename, output.evalue].filter((part) => typeof part === 'string').join(': ');
  const text = joined(output.text) || joined(data['text/plain']) || error;
  const others = Object.keys(data).filter((kind) => kind !== 'text/plain');
  const shown = text.length > OUTPUT_MAX_CHARS ? `${text.slice(0, OUTPUT_MAX_CHARS)}…` : text;
  return [shown, ...others.map((kind) => `[${kind}]`)].filter((part) => part !== '').join('\n');
}

function joined(value: unknown): string {
  return joinedLines(value).trimEnd();
}

/** Notebooks store text as a string or as a list of lines. */
export function joinedLines(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join('') : '';
}
