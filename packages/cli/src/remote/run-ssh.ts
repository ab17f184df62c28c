// Runs one ssh command to its end, with input on stdin, so that no secret is on a command line.
import { spawn } from 'node:child_process';
import { SallyportError } from '@sallyport/protocol';

export interface SshRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Buffer;
  readonly timeoutMs: number;
}

const TEXT_MAX_LENGTH = 64 * 1024;

/** Its stdout. ssh asks for passphrases and unknown host keys at the terminal itself. Throws with ssh's last line. */
export function runSsh({ args, env, input = '', timeoutMs }: SshRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh', args, { env: { ...env }, stdio: 'pipe' });
    const texts = { out: '', err: '' };
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.stdout.on('data', (bytes: Buffer) => {
      texts.out = (texts.out + bytes.toString()).slice(-TEXT_MAX_LENGTH);
    });
    child.stderr.on('data', (bytes: Buffer) => {
      texts.err = (texts.err + bytes.toString()).slice(-TEXT_MAX_LENGTH);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', () => {
      clearTimeout(timer);
      reject(failed('ssh could not be started.', 'Install OpenSSH, or put it on the PATH.'));
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(texts.out);
      const line = texts.err.trim().split('\n').at(-1)?.trim();
      const why = signal === null ? line || `it exited with ${code}` : 'it took too long';
      reject(failed(`ssh failed: ${why}`, 'Try "ssh HOST true" until that works, then this command again.'));
    });
  });
}

function failed(message: string, hint: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', message, { hint });
}
