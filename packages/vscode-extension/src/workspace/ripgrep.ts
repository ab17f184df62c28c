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

/** Throws ERR_INPUT_INVALID for an invalid pattern. Settles after the process has exited. */
export async function search(
  options: SearchOptions,
): Promise<{ readonly lines: readonly FoundLine[]; readonly isTruncated: boolean }> {
  const args = [
    '--json',
    '--no-config',
    '--no-messages',
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
  if (code === 2 && lines.length === 0) throw failure(complaint);
  // Ripgrep searches files in parallel, in no order; its own sorting would use a single core.
  lines.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return { lines, isTruncated };
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

/** A bad pattern is the agent's to mend; anything else, such as a denied access, is told in the system's words. */
function failure(complaint: string): SallyportError {
  const [first = 'The search failed', ...rest] = complaint.split('\n').filter((line) => line.trim() !== '');
  const message = [first, ...rest.slice(-1)].join(' ').slice(0, 500);
  if (!/regex|pattern|glob|parse/i.test(complaint)) {
    return new SallyportError('ERR_TOOL_FAILED', message, { hint: 'The operating system refused it.' });
  }
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
