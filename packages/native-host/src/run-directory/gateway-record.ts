// The gateway's record, which is also a lock: the process that published it is the user's gateway.
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import { isFirst, isOlderThan, removeDeadFile } from './dead-file.ts';
import type { Machine } from './machine.ts';
import { createPrivateFile, readTextFile, removeFile } from './private-file.ts';
import { type RunDirectory, reasonOf } from './private-folder.ts';
import { parseJson } from './record.ts';
import { probeSocket, removeDeadSocket } from './socket.ts';

export interface GatewayRecord {
  /** Random, new at each start. */
  readonly nonce: string;
  readonly pid: number;
  readonly version: string;
  readonly socket: string;
  readonly token: string;
}

export interface ClaimOptions {
  readonly run: RunDirectory;
  readonly machine: Machine;
  /** Its socket must already accept connections, otherwise the record counts as dead. */
  readonly record: GatewayRecord;
  readonly now: () => number;
  /** Longer than it takes for a takeover to count as stale, to survive a crash during one. */
  readonly deadlineMs?: number;
}

export type Claim = { readonly isOurs: true } | { readonly isOurs: false; readonly record: GatewayRecord };

const DEFAULT_DEADLINE_MS = 15_000;
const RETRY_MS = 20;
/** Used as the nonce of an unreadable record. */
const UNREADABLE = 'unreadable';

export function gatewayRecordPath(run: RunDirectory): string {
  return join(run.path, 'gateway.json');
}

/** Undefined when there is none or it is malformed. */
export function readGatewayRecord(run: RunDirectory): GatewayRecord | undefined {
  return readFrom(gatewayRecordPath(run));
}

function readFrom(path: string): GatewayRecord | undefined {
  const value = parseJson(readTextFile(path));
  if (!isRecord(value)) return undefined;
  const { nonce, pid, version, socket, token } = value;
  if (typeof nonce !== 'string' || !/^[0-9a-zA-Z-]{1,64}$/.test(nonce) || typeof pid !== 'number') return undefined;
  if (typeof version !== 'string' || typeof socket !== 'string' || typeof token !== 'string') return undefined;
  return { nonce, pid, version, socket, token };
}

/** Publishes the record, or returns the record of the running gateway. Removes dead records. */
export async function claimGatewayRecord(options: ClaimOptions): Promise<Claim> {
  const { run, record, now } = options;
  const giveUpAt = now() + (options.deadlineMs ?? DEFAULT_DEADLINE_MS);
  while (now() < giveUpAt) {
    if (publish(options)) return { isOurs: true };
    const found = readGatewayRecord(run);
    if (found?.nonce === record.nonce) return { isOurs: true };
    if (found !== undefined && (await probeSocket(found.socket)) === 'alive') return { isOurs: false, record: found };
    const mayClear =
      found !== undefined || isOlderThan(gatewayRecordPath(run), limits.runDirectory.takeoverStaleMs, now());
    if (!(mayClear && (await clearDeadRecord(options, found)))) await delay(RETRY_MS);
  }
  throw new SallyportError(
    'ERR_SERVER_UNAVAILABLE',
    `The gateway's record in ${run.path} could not be claimed in time.`,
    {
      hint: 'Run "sallyport doctor" to find a process that hangs.',
    },
  );
}

/** The owner calls this before it closes its socket: while the socket accepts connections, nobody else removes the record. */
export function releaseGatewayRecord(run: RunDirectory, nonce: string): void {
  if (readGatewayRecord(run)?.nonce === nonce) removeFile(gatewayRecordPath(run));
}

/** link(2) fails when a record exists, and readers never see a partial one. */
function publish({ run, machine, record }: ClaimOptions): boolean {
  const text = `${JSON.stringify(record)}\n`;
  const path = gatewayRecordPath(run);
  if (machine.platform === 'win32') return writable(() => isFirst(() => createPrivateFile(path, text)));
  const temporary = `${path}.${record.nonce}.tmp`;
  removeFile(temporary);
  createPrivateFile(temporary, text);
  try {
    return writable(() => isFirst(() => linkSync(temporary, path)));
  } finally {
    removeFile(temporary);
  }
}

/** True when the caller may retry at once. */
async function clearDeadRecord(options: ClaimOptions, dead: GatewayRecord | undefined): Promise<boolean> {
  const { run, machine, record, now } = options;
  const nonceAt = (path: string) => readFrom(path)?.nonce ?? UNREADABLE;
  const nonce = dead?.nonce ?? UNREADABLE;
  const isCleared = writable(() =>
    removeDeadFile({
      path: gatewayRecordPath(run),
      nonce,
      nonceAt,
      takeover: join(run.path, `takeover-${nonce}`),
      ourNonce: record.nonce,
      nowMs: now(),
    }),
  );
  if (isCleared && dead !== undefined) await removeDeadSocket(dead.socket, machine);
  return isCleared;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Adds a hint to file system errors. */
function writable<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `The gateway's record cannot be written: ${reasonOf(error)}.`, {
      hint: 'Make the run directory writable, or set SALLYPORT_HOME to another folder.',
      cause: error,
    });
  }
}
