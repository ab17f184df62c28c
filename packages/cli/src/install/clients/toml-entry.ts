// One table in a client's TOML file, found by its header lines: read, put and taken without touching the other lines.
import type { JsonObject } from '@sallyport/protocol';

interface Found {
  readonly start: number;
  readonly end: number;
}

/** The text of our tables; undefined when a header cannot be read, for then nobody knows where a table ends. */
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

export function takeTomlEntry(text: string, container: string, name: string): string {
  const lines = text.split('\n');
  const found = find(lines, container, name);
  if (found === undefined) return text;
  // The empty line that was put before the table goes with it.
  const start = found.start > 0 && lines[found.start - 1] === '' ? found.start - 1 : found.start;
  const rest = [...lines.slice(0, start), ...lines.slice(found.end)].join('\n');
  return rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`;
}

/** From our first header to the next one that is not below it. */
function find(lines: readonly string[], container: string, name: string): Found | undefined {
  const isOurs = (line: string) => new RegExp(`^\\s*\\[${container}\\.${name}(\\.[^\\]]+)?\\]`).test(line);
  const start = lines.findIndex(isOurs);
  if (start === -1) return undefined;
  const next = lines.findIndex((line, n) => n > start && isHeader(line) && !isOurs(line));
  let end = next === -1 ? lines.length : next;
  // Empty lines and comments before the next table are that table's, or nobody's.
  while (end > start + 1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return { start, end };
}

function isHeader(line: string): boolean {
  return /^\s*\[{1,2}[^[\]]+\]{1,2}\s*(#.*)?$/.test(line);
}

/** A line of an array that spans several: it ends with a comma or closes the array. */
function isInArray(line: string): boolean {
  return /[,\]]\s*(#.*)?$/.test(line);
}

function render(container: string, name: string, entry: JsonObject): string {
  const { env, ...rest } = entry;
  const fields = (value: object) => Object.entries(value).map(([key, field]) => `${key} = ${JSON.stringify(field)}`);
  const header = `[${container}.${name}]`;
  const tail = typeof env === 'object' && env !== null ? [`[${container}.${name}.env]`, ...fields(env)] : [];
  // JSON's strings and arrays of strings are TOML's as well.
  return [header, ...fields(rest), ...tail].join('\n');
}
