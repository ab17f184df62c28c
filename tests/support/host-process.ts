// A native host as a real process, with the test as its browser: frames on stdio, a home and a user name of its own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';
import { frame, type Json, readFrames } from './frames.ts';
import { hostBundle } from './host-bundle.ts';
import { MessageStream } from './message-stream.ts';
import { framedClient, lineClient, type RawClient } from './raw-client.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface HostProcessOptions {
  readonly home?: string;
  readonly user?: string;
  /** Beyond SALLYPORT_HOME and USER; the host inherits nothing of the test's environment. `null` takes one away. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly args?: readonly string[];
  /** Instead of the host's own bundle: another program that starts it. */
  readonly program?: string;
  /** Instead of plain Node: a shell that sets limits, say. `exec "$@"` runs the host. */
  readonly shell?: string;
  readonly uid?: number;
}

export interface HostProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly home: string;
  readonly user: string;
  readonly seedPath: string;
  /** What the browser gets. */
  readonly received: MessageStream<Json>;
  /** Sizes of all frames towards the browser. */
  readonly frameSizes: readonly number[];
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly stderr: () => string;
  /** Resolves when the host has logged this. */
  logged(text: string | RegExp): Promise<unknown>;
  send(message: unknown): void;
  sendBytes(bytes: Uint8Array): void;
  next(type: string, isWanted?: (message: Json) => boolean, deadlineMs?: number): Promise<Json>;
  /** The record in the run directory, once it is there. */
  record(): Json & { id: string; socket: string };
  token(): string;
  framed(): Promise<RawClient>;
  /** A line client of the host's own socket that has presented its token. */
  lines(fields?: Json): Promise<RawClient>;
  /** Closes stdin and waits for the end. */
  stop(): Promise<number | null>;
}

/** Starts a host and waits for its first pong, which proves that its sockets are open. */
export async function startHost(options: HostProcessOptions = {}): Promise<HostProcess> {
  const host = spawnHost(options);
  host.send({ type: 'ping' });
  await host.next('pong');
  return host;
}

/** Starts a host and waits for nothing. */
export function spawnHost(options: HostProcessOptions = {}): HostProcess {
  const home = options.home ?? temporaryFolder();
  const user = options.user ?? `sallyport-test-${randomBytes(6).toString('hex')}`;
  const env = Object.entries({ SALLYPORT_HOME: home, USER: user, ...options.env }).filter(
    ([, value]) => value !== null,
  );
  const command = [process.execPath, options.program ?? hostBundle().path, ...(options.args ?? [])] as const;
  const [file, ...args] = options.shell === undefined ? command : ['/bin/sh', '-c', options.shell, 'sh', ...command];
  const child = spawn(file, args, {
    env: Object.fromEntries(env) as Record<string, string>,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const received = new MessageStream<Json>();
  const frameSizes: number[] = [];
  let stderr = '';
  readFrames(child.stdout, (message, byteLength) => {
    frameSizes.push(byteLength);
    received.push(message);
  });
  child.stderr.on('data', (text) => (stderr += text));
  child.stdin.on('error', () => {});
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const seedPath = `/tmp/claude-code-mcp-${user}.sock`;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(seedPath, { force: true, recursive: true });
  });

  const hosts = join(home, 'run', 'hosts');
  const record = (): Json & { id: string; socket: string } => {
    const records = readdirSync(hosts).filter((name) => name.endsWith('.json'));
    const own = records.map((name) => JSON.parse(readFileSync(join(hosts, name), 'utf8')));
    return own.find(({ pid }) => pid === child.pid) ?? {};
  };
  const token = () => readFileSync(join(hosts, `${record().id}.token`), 'utf8').trim();
  const send = (message: unknown) => void child.stdin.write(frame(message));
  return {
    child,
    home,
    user,
    seedPath,
    received,
    frameSizes,
    exited,
    stderr: () => stderr,
    logged: (text) =>
      eventually(`a log line with ${text}`, () =>
        typeof text === 'string' ? stderr.includes(text) : text.test(stderr),
      ),
    send,
    sendBytes: (bytes) => void child.stdin.write(bytes),
    next: (type, isWanted = () => true, deadlineMs) =>
      received.next(type, (message) => message.type === type && isWanted(message), deadlineMs),
    record,
    token,
    framed: () => framedClient(seedPath),
    lines: async (fields = {}) => {
      const client = await lineClient(record().socket);
      client.send({ authToken: token(), ...fields });
      return client;
    },
    stop: async () => {
      child.stdin.end();
      return (await exited).code;
    },
  };
}
