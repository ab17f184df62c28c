// The host's log: lines on stderr, and the same lines in a rotated file, since browsers drop stderr.
import type { Writable } from 'node:stream';
import { SallyportError } from '@sallyport/protocol';
import type { RotatedLog } from './run-directory/rotated-log.ts';

/** Writes one line. Callers pass no payloads: no arguments, results or tokens. */
export type Log = (text: string) => void;

/** Limit of what waits for a stderr that nobody reads; further lines go to the file only. */
const STDERR_MAX_BYTES = 64 * 1024;

export function createLog(options: { stderr: Writable; file: RotatedLog | undefined; now: () => number }): Log {
  const { stderr, file, now } = options;
  // The browser may close stderr at any time.
  stderr.on('error', () => {});
  return (text) => {
    const line = `[Sallyport Native Host] ${new Date(now()).toISOString()} ${text.replaceAll(/\s*\n\s*/g, ' ')}`;
    if (stderr.writableLength < STDERR_MAX_BYTES && !stderr.destroyed) stderr.write(`${line}\n`);
    file?.write(line);
  };
}

/** An error as one short text. Messages of other errors than ours and the system's may quote a payload, so only their name and location are used. */
export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof SallyportError || 'code' in error) return error.message;
  return `${error.name} ${(error.stack ?? '').split('\n')[1]?.trim() ?? ''}`.trim();
}
