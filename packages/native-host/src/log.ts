// The host's log: seed 000's line form on stderr, and the same lines in a rotated file, since browsers drop stderr.
import type { Writable } from 'node:stream';
import { SallyportError } from '@sallyport/protocol';
import type { RotatedLog } from './run-directory/rotated-log.ts';

/** Takes one line without payloads: no arguments, results, tokens. */
export type Log = (text: string) => void;

/** Lines that wait for a stderr nobody reads; further ones go to the file alone. */
const STDERR_MAX_BYTES = 64 * 1024;

export function createLog(options: { stderr: Writable; file: RotatedLog | undefined; now: () => number }): Log {
  const { stderr, file, now } = options;
  // A browser may close it at any time.
  stderr.on('error', () => {});
  return (text) => {
    const line = `[Sallyport Native Host] ${new Date(now()).toISOString()} ${text.replaceAll(/\s*\n\s*/g, ' ')}`;
    if (stderr.writableLength < STDERR_MAX_BYTES && !stderr.destroyed) stderr.write(`${line}\n`);
    file?.write(line);
  };
}

/** A fault as one short text. Of one that neither we nor the system raised only its kind and place: its message may quote a payload. */
export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof SallyportError || 'code' in error) return error.message;
  return `${error.name} ${(error.stack ?? '').split('\n')[1]?.trim() ?? ''}`.trim();
}
