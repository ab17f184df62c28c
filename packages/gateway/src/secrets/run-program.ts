// Runs one program to its end, with input on stdin: no secret is ever on a command line or in the environment.
import { spawn } from 'node:child_process';
import { SallyportError } from '@sallyport/protocol';

export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** How it ended, and its stdout. Rejects where it cannot be started or takes too long; never with what it printed. */
export type RunProgram = (run: ProgramRun) => Promise<{ readonly code: number; readonly out: string }>;

export interface ProgramsOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

const OUT_MAX_CHARS = 64 * 1024;

export function openPrograms({ env, timeoutMs }: ProgramsOptions): RunProgram {
  return ({ command, args, input = '' }) =>
    new Promise((resolve, reject) => {
      // What it says on stderr could quote the secret, so nobody reads it.
      const child = spawn(command, args, { env: { ...env }, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      let out = '';
      let isLate = false;
      const stop = () => {
        child.kill('SIGKILL');
        // A program that it started may hold the output open, and `close` waits for that.
        child.stdout.destroy();
      };
      const timer = setTimeout(() => {
        isLate = true;
        stop();
      }, timeoutMs);
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (out.length > OUT_MAX_CHARS) stop();
      });
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      child.once('error', () => {
        clearTimeout(timer);
        reject(failed(`${command} could not be started.`, 'Install it, or put it on the PATH.'));
      });
      child.once('close', (code) => {
        clearTimeout(timer);
        if (isLate) return reject(failed(`${command} did not answer in time.`, 'It may wait for you: run it by hand.'));
        if (out.length > OUT_MAX_CHARS) return reject(failed(`${command} printed too much for a secret.`));
        resolve({ code: code ?? -1, out });
      });
    });
}

export function failed(message: string, hint?: string): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', message, hint === undefined ? {} : { hint });
}
