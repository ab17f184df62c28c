// Our whole product as `sallyport up` starts it, in a home of its own, with an agent's MCP client at hand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, openAgent } from '../tests/support/agent.ts';
import { eventually } from '../tests/support/eventually.ts';
import type { BenchOptions } from './bench.ts';

const UP_MS = 40_000;

export interface ManagedBrowser {
  readonly home: string;
  openAgent(): Promise<Agent>;
  close(): Promise<void>;
}

export async function openManagedBrowser(
  engine: string,
  { root, node, pid }: Pick<BenchOptions, 'root' | 'node' | 'pid'>,
): Promise<ManagedBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  const env = { SALLYPORT_HOME: home, HOME: home, USER: `bench-${pid}`, PATH: process.env.PATH ?? '' };
  const command = join(root, 'packages', 'cli', 'bin', 'sallyport.js');
  const up = spawn(node, [command, 'up', '--browser', engine], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const agents: Agent[] = [];
  let said = '';
  up.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const close = async () => {
    await Promise.all(agents.map((agent) => agent.close()));
    up.kill('SIGINT');
    if (up.exitCode === null) await once(up, 'exit');
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await eventually('up is up', () => said.includes('Press Ctrl+C to stop'), UP_MS);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    home,
    async openAgent() {
      const agent = await openAgent(join(root, 'dist', 'mcp-shim.cjs'), 'legacy', { env, cwd: home });
      agents.push(agent);
      return agent;
    },
    close,
  };
}
