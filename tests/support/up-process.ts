// `sallyport up` as a person runs it, on a home of its own, with a look at all that it started.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';
import { processesOfHome } from './left-behind.ts';
import { projectRoot } from './test-sources.ts';

const command = join(projectRoot, 'packages', 'cli', 'bin', 'sallyport.js');

export const shim = join(projectRoot, 'dist', 'mcp-shim.cjs');

export interface UpHome {
  readonly home: string;
  readonly env: Record<string, string>;
  /** Runs the command to its end. */
  run(...args: string[]): Promise<Ended>;
  /** Starts it and leaves it running. */
  start(...args: string[]): Started;
  running(): string[];
  /** Kills whatever is left of it, and fails when that was anything. By itself at the end of a test. */
  close(): Promise<void>;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves when the text was printed. */
  hasSaid(text: string, deadlineMs?: number): Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Made for the running test, or for a suite that closes it. */
export function openUpHome({ lasts }: { readonly lasts: 'test' | 'suite' } = { lasts: 'test' }): UpHome {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-up-'));
  // A name of its own, so that the seed's socket of a real user is never touched.
  const env = {
    SALLYPORT_HOME: home,
    HOME: home,
    USER: `up-${process.pid}-${Date.now()}`,
    PATH: process.env.PATH ?? '',
  };

  const start = (...args: string[]): Started => {
    const child = spawn(process.execPath, [command, ...args], { env, cwd: home, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = new Promise<Ended>((resolve) => {
      child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
    });
    return {
      child,
      pid: child.pid ?? 0,
      ended,
      hasSaid: (text, deadlineMs = 40_000) =>
        eventually(`up says "${text}" (said: ${stdout}${stderr})`, () => stdout.includes(text) && stdout, deadlineMs),
    };
  };
  const running = () => processesOfHome(home).map(({ pid, commandLine }) => `${pid} ${commandLine.slice(0, 120)}`);

  const close = async () => {
    const left = running();
    for (const { pid } of processesOfHome(home)) process.kill(pid, 'SIGKILL');
    await eventually('what was killed has ended', () => processesOfHome(home).length === 0);
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    if (left.length > 0) throw new Error(`Left running:\n${left.join('\n')}`);
  };
  if (lasts === 'test') onTestFinished(close);

  return { home, env, start, running, close, run: (...args) => start(...args).ended };
}
