// Reads, puts and removes one table of a client's TOML file, found by its header, without touching other lines.
import type { JsonObject } from '@sallyport/protocol';

interface Found {
  readonly start: number;
  readonly end: number;
}

/** The text of our tables; undefined when a header is invalid, because the end of a table is unclear then. */
export function readTomlEntry(text: string, container: string, name: string): { readonly entry?: string } | undefined {
  const lines = text.split('\n');
  if (lines.some((line) => /^\s*\[/.test(line) && !isHeader(line) && !isInArray(line))) return undefined;
  const found = find(lines, container, name);
  return found === undefined ? {} : { entry: lines.slice(found.start, found.end).join('\n') };
}

export function putTomlEntry(text: string, container: string, name: string, entry: JsonObject): string {
  const table = render(container, name, entry);
  const lines = text.split('\n');
  const found = find(lines, container, name);
  if (found !== undefined) return [...lines.slice(0, found.start), table, ...lines.slice(found.end)].join('\n');
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}${before === '' ? '' : '\n'}${table}\n`;
}

/** `isNewlineOurs`: the text had no newline at its end before the table was put there. */
export function removeTomlEntry(text: string, container: string, name: string, isNewlineOurs: boolean): string {
  const lines = text.split('\n');
  const found = find(lines, container, name);
  if (found === undefined) return text;
  // With the empty line before the table.
  const start = found.start > 0 && lines[found.start - 1] === '' ? found.start - 1 : found.start;
  const rest = [...lines.slice(0, start), ...lines.slice(found.end)].join('\n');
  const isLast = lines.slice(found.end).every((line) => line === '');
  if (isLast && isNewlineOurs) return rest.replace(/\n+$/, '');
  return rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`;
}

/** From our first header to the next that is not a subtable. */
function find(lines: readonly string[], container: string, name: string): Found | undefined {
  const isOurs = (line: string) => new RegExp(`^\\s*\\[${container}\\.${name}(\\.[^\\]]+)?\\]`).test(line);
  const start = lines.findIndex(isOurs);
  if (start === -1) return undefined;
  const next = lines.findIndex((line, n) => n > start && isHeader(line) && !isOurs(line));
  let end = next === -1 ? lines.length : next;
  // Empty lines and comments before the next table belong to that table.
  while (end > start + 1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return { start, end };
}

function isHeader(line: string): boolean {
  return /^\s*\[{1,2}[^[\]]+\]{1,2}\s*(#.*)?$/.test(line);
}

/** A line of a multi-line array ends with a comma or a bracket. */
function isInArray(line: string): boolean {
  return /[,\]]\s*(#.*)?$/.test(line);
}

function render(container: string, name: string, entry: JsonObject): string {
  const { env, ...rest } = entry;
  const fields = (value: object) => Object.entries(value).map(([key, field]) => `${key} = ${JSON.stringify(field)}`);
  const header = `[${container}.${name}]`;
  const tail = typeof env === 'object' && env !== null ? [`[${container}.${name}.env]`, ...fields(env)] : [];
  // JSON strings and arrays are valid TOML.
  return [header, ...fields(rest), ...tail].join('\n');
}
