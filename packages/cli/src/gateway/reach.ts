// Connects to the user's gateway, and starts one when needed.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type GatewayRecord,
  heldDown,
  isHeldDown,
  locateFolders,
  type Machine,
  openRunDirectory,
  type RunDirectory,
  readGatewayRecord,
  readTextFile,
} from '@sallyport/native-host/run-directory';
import { limits, PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import { openControl } from './control-client.ts';

export interface ReachOptions {
  readonly machine: Machine;
  readonly now: () => number;
  /** How a gateway is started: program and arguments. */
  readonly startCommand: readonly [string, ...string[]];
}

export interface GatewayConnection {
  readonly socket: Socket;
  readonly record: GatewayRecord;
}

const POLL_MS = 25;
const DIAL_MS = 5000;

/** Undefined when no gateway is running. */
export async function findGateway(machine: Machine): Promise<GatewayConnection | undefined> {
  return dialRecord(openRunDirectory(locateFolders(machine).run, machine));
}

/** Replaces a running gateway that is older than this program. */
export async function reachGateway({ machine, now, startCommand }: ReachOptions): Promise<GatewayConnection> {
  const folders = locateFolders(machine);
  const run = openRunDirectory(folders.run, machine);
  const running = await dialRecord(run);
  if (running !== undefined && !isOlder(running.record.version, PRODUCT_VERSION)) return running;
  if (isHeldDown(folders.data)) throw heldDown();
  if (running !== undefined) await retire(running);
  const logPath = join(folders.data, 'logs', 'gateway-start.log');
  const started = startGateway(startCommand, machine, logPath);
  const giveUpAt = now() + limits.gateway.startMs;
  while (now() < giveUpAt) {
    const reached = await dialRecord(run);
    if (reached !== undefined) return reached;
    if (started.exitCode() > 0) throw notStarted(lastLine(logPath));
    await delay(POLL_MS);
  }
  throw notStarted('it did not start in time');
}

/** When it answers, its record is gone; its running calls may still finish. */
async function retire(older: GatewayConnection): Promise<void> {
  const control = openControl(older);
  try {
    await control.request('retire');
  } finally {
    await control.close();
  }
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  const difference = [0, 1, 2].map((i) => (a?.[i] ?? 0) - (b?.[i] ?? 0)).find((step) => step !== 0);
  return difference !== undefined && difference < 0;
}

/** The gateway of the record, when it answers. */
async function dialRecord(run: RunDirectory): Promise<GatewayConnection | undefined> {
  const record = readGatewayRecord(run);
  if (record === undefined) return undefined;
  const socket = await dial(record.socket);
  return socket === undefined ? undefined : { socket, record };
}

/** Undefined when nobody accepts in time. */
export function dial(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    // A gateway that does not accept within this time counts as not running.
    const timer = setTimeout(() => socket.destroy(), DIAL_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners();
      resolve(socket);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

/** Detached from our process group and streams, so that it outlives us. */
function startGateway([program, ...args]: readonly [string, ...string[]], machine: Machine, logPath: string) {
  mkdirSync(dirname(logPath), { recursive: true, mode: 0o700 });
  // To a file: a pipe would break when this process exits.
  const log = openSync(logPath, 'w', 0o600);
  let exitCode = 0;
  try {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', log], env: { ...machine.env } });
    child.once('exit', (code) => {
      exitCode = code ?? 1;
    });
    child.once('error', () => {
      exitCode = 1;
    });
    child.unref();
  } finally {
    closeSync(log);
  }
  // Also 0 when another gateway was first; the record then leads to that one.
  return { exitCode: () => exitCode };
}

function lastLine(path: string): string {
  const lines = (readTextFile(path) ?? '').trim().split('\n');
  return lines.at(-1) || 'it exited at once';
}

function notStarted(why: string): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', `The gateway could not be started: ${why}`, {
    hint: 'Run "sallyport serve" to see it start in the foreground.',
  });
}
