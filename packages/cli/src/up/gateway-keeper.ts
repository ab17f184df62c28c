// Keeps a gateway running while `up` runs: starts one when none answers.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { probeSocket, type RunDirectory, readGatewayRecord } from '@sallyport/native-host/run-directory';
import { SallyportError } from '@sallyport/protocol';

export interface GatewayKeeperOptions {
  readonly run: RunDirectory;
  /** Starts a gateway that exits when its stdin closes, so that it does not outlive us. */
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Stops the running gateway, unless an agent uses it. */
  readonly dismiss: () => Promise<void>;
}

const LOOK_MS = 500;
const START_MS = 15_000;
const END_MS = 5_000;

/** Resolves when a gateway answers. */
export async function openGatewayKeeper(options: GatewayKeeperOptions): Promise<{ close(): Promise<void> }> {
  const { run, command, env } = options;
  const closed = new AbortController();
  let child: ChildProcess | undefined;

  const answers = async () => {
    const record = readGatewayRecord(run);
    return record !== undefined && (await probeSocket(record.socket)) === 'alive';
  };

  async function start(): Promise<void> {
    const [file, ...args] = command;
    const started = spawn(file, args, { env, stdio: ['pipe', 'ignore', 'pipe'] });
    let stderrTail = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderrTail = (stderrTail + text).slice(-2000);
    });
    started.on('error', (error) => {
      stderrTail = error.message;
    });
    child = started;
    const giveUp = AbortSignal.timeout(START_MS);
    while (!(await answers())) {
      if (giveUp.aborted || (hasEnded(started) && started.exitCode !== 0)) {
        throw new SallyportError('ERR_SERVER_UNAVAILABLE', `The gateway did not start. ${stderrTail}`.trim(), {
          hint: 'Run "sallyport logs gateway" to see why.',
        });
      }
      await delay(50);
    }
  }

  async function watch(): Promise<void> {
    while (!closed.signal.aborted) {
      await delay(LOOK_MS, undefined, { signal: closed.signal }).catch(() => {});
      if (closed.signal.aborted || (await answers())) continue;
      // A failed start is retried in the next round.
      await start().catch(() => {});
    }
  }

  if (!(await answers())) await start();
  const watching = watch();
  return {
    close: async () => {
      closed.abort();
      await watching;
      // Otherwise a gateway that an agent started in its place would stay for its idle minutes.
      if (child === undefined || hasEnded(child)) return options.dismiss();
      const exited = once(child, 'exit');
      child.stdin?.end();
      child.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), END_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
