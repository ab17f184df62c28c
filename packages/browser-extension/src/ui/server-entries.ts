// Reads what the user typed or pasted to add servers: a form, or JSON with `mcpServers` as other clients have it.

/** Entries of `mcpServers` by name. */
export type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type ReadEntries =
  | { readonly entries: Entries }
  /** The name of the text that says what is wrong. */
  | { readonly problem: 'addNeedsBoth' | 'addBadEnv' | 'addBadJson' };

export interface ServerForm {
  readonly name: string;
  /** A command line or an address. */
  readonly command: string;
  /** Lines of NAME=value. */
  readonly env: string;
}

export function entriesFromForm({ name, command, env }: ServerForm): ReadEntries {
  const [program, ...args] = wordsOf(command);
  if (name.trim() === '' || program === undefined) return { problem: 'addNeedsBoth' };
  if (/^https?:\/\//.test(program)) return { entries: { [name.trim()]: { url: program } } };
  const lines = env.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)]);
  if (pairs.some(([key]) => key === '') || lines.some((line) => !line.includes('='))) return { problem: 'addBadEnv' };
  const withEnv = pairs.length === 0 ? {} : { env: Object.fromEntries(pairs) };
  return { entries: { [name.trim()]: { command: program, args, ...withEnv } } };
}

/** Accepts the whole file, the object below `mcpServers`, or `servers` as VS Code calls it. */
export function entriesFromJson(text: string): ReadEntries {
  const value = parsed(text);
  const found = isRecord(value) ? (value.mcpServers ?? value.servers ?? value) : undefined;
  if (!isRecord(found)) return { problem: 'addBadJson' };
  const entries = Object.entries(found).flatMap(([name, entry]) => (isRecord(entry) ? [[name, entry] as const] : []));
  const isSound = entries.length > 0 && entries.length === Object.keys(found).length;
  return isSound ? { entries: Object.fromEntries(entries) } : { problem: 'addBadJson' };
}

/** Words of a command line; quotes keep spaces together. No shell reads it. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** The entry as a person reads it: its address, or command and arguments. */
export function summaryOf({ url, command, args }: Readonly<Record<string, unknown>>): string {
  if (typeof url === 'string') return url;
  const words = Array.isArray(args) ? args.map(String) : [];
  return [String(command), ...words].map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ');
}

/** Names of environment variables and headers; values may be secrets. */
export function namesOf({ env, headers }: Readonly<Record<string, unknown>>): readonly string[] {
  return [env, headers].flatMap((pairs) => (isRecord(pairs) ? Object.keys(pairs) : []));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
