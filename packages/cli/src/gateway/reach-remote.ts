// The shim's side of a remote host: finds what `sallyport remote add` put here, and connects through its socket.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readTextFile } from '@sallyport/native-host/run-directory';
import { isRecord, parseJson, SallyportError } from '@sallyport/protocol';
import { dial, type GatewayConnection } from './reach.ts';

export interface RemoteReachOptions {
  /** With the files of `remote add`. */
  readonly folder: string;
  readonly now: () => number;
  readonly waitMs?: number;
}

/** A computer that wakes up has its link again within this time. */
const WAIT_MS = 30_000;
const POLL_MS = 250;
const KEY = /^([0-9a-f]{32})\.key$/;

/** The first of these folders that has a key. Undefined: agents here use a gateway of this computer. */
export function findRemoteFolder(folders: readonly string[]): string | undefined {
  return folders.find((folder) => idsIn(folder).length > 0);
}

/** Connects through the newest link that accepts; waits for one while the other computer sleeps or reconnects. */
export async function reachRemote({ folder, now, waitMs = WAIT_MS }: RemoteReachOptions): Promise<GatewayConnection> {
  const giveUpAt = now() + waitMs;
  do {
    for (const record of linksIn(folder)) {
      const socket = await dial(record.socket);
      if (socket !== undefined) return { socket, record };
    }
    await delay(POLL_MS);
  } while (now() < giveUpAt);
  throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'The link to the computer with the browser is down.', {
    hint: 'It may be asleep or offline. On it, "sallyport doctor" says what is wrong; the link comes back by itself.',
    data: { outcome: 'not_run' },
  });
}

/** Newest first. */
function linksIn(folder: string): GatewayConnection['record'][] {
  return idsIn(folder)
    .flatMap((id) => {
      const path = join(folder, `${id}.json`);
      const link = parseJson(readTextFile(path) ?? '');
      const token = readTextFile(join(folder, `${id}.key`))?.trim();
      if (!isRecord(link) || typeof link.socket !== 'string' || token === undefined) return [];
      const record = { nonce: id, pid: 0, version: String(link.version), socket: link.socket, token };
      return [{ record, writtenAtMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }];
    })
    .sort((a, b) => b.writtenAtMs - a.writtenAtMs)
    .map(({ record }) => record);
}

function idsIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => KEY.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}
