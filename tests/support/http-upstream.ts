// The reference server at an address: as a process of its own on a free port, over either HTTP form.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { upstreams } from './upstreams.ts';

export interface HttpUpstream {
  readonly url: string;
  /** Ends it; `start` brings it back at the same address, with no memory of its sessions. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function openHttpUpstream(form: 'streamableHttp' | 'sse'): Promise<HttpUpstream> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const upstream: HttpUpstream = {
    url: `http://127.0.0.1:${port}/${form === 'sse' ? 'sse' : 'mcp'}`,
    async start() {
      const env = { PATH: process.env.PATH ?? '', PORT: String(port) };
      child = spawn(process.execPath, [upstreams.everything, form], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      child.stderr?.resume();
      await eventually('the server listens', () => isListening(port));
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  onTestFinished(() => upstream.stop());
  await upstream.start();
  return upstream;
}

async function isListening(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/nowhere`);
    return true;
  } catch {
    return false;
  }
}
