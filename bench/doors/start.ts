// How long an agent waits for its first list of tools: with a gateway that runs, with one that must be started, and beside Node alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openLineClient } from '../gateway/clients.ts';
import { recordOf } from '../gateway/subjects.ts';
import { within } from '../host/deadline.ts';
import { interleave, type Samples } from '../measure.ts';

export type StartName = 'node -e 0' | 'warm' | 'cold';

export interface StartOptions {
  readonly root: string;
  readonly node: string;
  readonly folder: string;
}

const rounds = { rounds: 21, warmUpRounds: 2 };
const START_MS = 30_000;

export async function measureStart(options: StartOptions): Promise<Samples<StartName, number>> {
  const { node, folder } = options;
  const warmHome = mkdtempSync(join(folder, 'warm-'));
  await firstList(options, warmHome);
  try {
    return await interleave<StartName, number>(
      [
        { name: 'node -e 0', sample: () => runBare(node) },
        { name: 'warm', sample: () => firstList(options, warmHome) },
        {
          name: 'cold',
          async sample() {
            const home = mkdtempSync(join(folder, 'cold-'));
            const ms = await firstList(options, home);
            await endGateway(home);
            return ms;
          },
        },
      ],
      rounds,
    );
  } finally {
    await endGateway(warmHome);
  }
}

async function runBare(node: string): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(node, ['-e', '0'], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] }), 'close');
  return performance.now() - startedAt;
}

/** From the start of the shim to its answer; the shim has ended when this resolves. */
async function firstList({ root, node }: StartOptions, home: string): Promise<number> {
  const env = { SALLYPORT_HOME: home, USER: 'bench', HOME: home, PATH: '/usr/bin:/bin' };
  const startedAt = performance.now();
  const shim = spawn(node, [join(root, 'dist/mcp-shim.cjs')], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const listed = openLineClient(shim.stdin, shim.stdout).then((client) => client.list());
  await within(START_MS, 'the first list', listed);
  const ms = performance.now() - startedAt;
  const ended = once(shim, 'exit');
  shim.stdin.end();
  await ended;
  return ms;
}

async function endGateway(home: string): Promise<void> {
  const pid = recordOf(home);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
