// Searches with the editor's ripgrep, up to a number of matches.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isRecord, limits, parseJson, SallyportError } from '@sallyport/protocol';

export interface FoundLine {
  readonly kind: 'match' | 'context';
  /** As ripgrep reports it, below the searched folder. */
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface SearchOptions {
  readonly command: string;
  /** Absolute: a folder or a file. */
  readonly path: string;
  readonly regex: string;
  readonly glob?: string | undefined;
  readonly contextLines: number;
  readonly maxMatches: number;
  readonly signal: AbortSignal;
}

export interface Found {
  readonly lines: readonly FoundLine[];
  readonly isTruncated: boolean;
  /** What the system said about the first file or folder below the searched one that could not be read. */
  readonly unread?: string | undefined;
}

/** Throws ERR_INPUT_INVALID for an invalid pattern. Settles after the process has exited. */
export async function search(options: SearchOptions): Promise<Found> {
  const args = [
    '--json',
    '--no-config',
    '--hidden',
    '--crlf',
    '--engine=auto',
    `--context=${options.contextLines}`,
    ...(options.glob === undefined ? [] : [`--glob=${options.glob}`]),
    // The last glob wins over the caller's.
    '--glob=!.git',
    `--regexp=${options.regex}`,
    '--',
    options.path,
  ];
  const timer = AbortSignal.timeout(limits.editor.searchMs);
  const child = spawn(options.command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([options.signal, timer]),
    windowsHide: true,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  // It may reject before it is awaited.
  ended.catch(() => {});
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2000);
  });
  const lines: FoundLine[] = [];
  let matches = 0;
  let isTruncated = false;
  for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    const found = isTruncated ? undefined : readLine(text);
    if (found === undefined) continue;
    if (found.kind === 'match') matches += 1;
    if (matches > options.maxMatches) {
      isTruncated = true;
      child.kill();
    } else lines.push(found);
  }
  const code = await ended.catch((error: unknown) => {
    throw failed(error, options.signal, timer);
  });
  const [unread] = refusalsIn(complaint);
  const isRefused = unread === undefined || unread.startsWith(`${options.path}: `);
  if (code === 2 && lines.length === 0 && isRefused) throw failure(complaint);
  // Ripgrep searches files in parallel, in no order; its own sorting would use a single core.
  lines.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return { lines, isTruncated, unread };
}

/** Undefined for other events, and for a line cut off by the end of the search. */
function readLine(text: string): FoundLine | undefined {
  const event = parseJson(text);
  if (!isRecord(event) || (event.type !== 'match' && event.type !== 'context') || !isRecord(event.data))
    return undefined;
  const { path, lines, line_number: line } = event.data;
  if (typeof line !== 'number') return undefined;
  return { kind: event.type, path: textOf(path), line, text: textOf(lines).replace(/\r?\n$/, '') };
}

/** Text that is not UTF-8 comes as base64. */
function textOf(value: unknown): string {
  if (!isRecord(value)) return '';
  if (typeof value.text === 'string') return value.text;
  return typeof value.bytes === 'string' ? Buffer.from(value.bytes, 'base64').toString('utf8') : '';
}

/** Lines such as `rg: path: Permission denied (os error 13)`. */
function refusalsIn(complaint: string): string[] {
  return [...complaint.matchAll(/^rg: (.*\(os error \d+\))$/gm)].flatMap(([, refusal]) => refusal ?? []);
}

/** A bad pattern is the agent's to mend; anything else, such as a denied access, is told in the system's words. */
function failure(complaint: string): SallyportError {
  const [refusal] = refusalsIn(complaint);
  if (refusal !== undefined) {
    return new SallyportError('ERR_TOOL_FAILED', refusal, { hint: 'The operating system refused it.' });
  }
  const [first = 'The search failed', ...rest] = complaint.split('\n').filter((line) => line.trim() !== '');
  const message = [first, ...rest.slice(-1)].join(' ').slice(0, 500);
  if (!/regex|pattern|glob|parse/i.test(complaint)) return new SallyportError('ERR_TOOL_FAILED', message);
  return new SallyportError('ERR_INPUT_INVALID', message, {
    hint: 'regex is a regular expression: escape ( ) [ ] { } . * + ? | ^ $ \\ to search for them.',
  });
}

function failed(error: unknown, signal: AbortSignal, timer: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!timer.aborted) return error;
  return new SallyportError('ERR_TOOL_TIMEOUT', `The search took longer than ${limits.editor.searchMs / 1000} s`, {
    hint: 'Search a subfolder, or narrow it with file_pattern.',
  });
}
