// Records: small files that announce running hosts and editors, under random ids.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@sallyport/protocol';
import type { RandomBytes } from './machine.ts';
import { readTextFile, removeFile, replacePrivateFile } from './private-file.ts';

/** The fields of every record. Hosts add browser and profile, editors their own; unknown fields are kept. */
export interface AppRecord extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly pid: number;
  readonly version: string;
  /** ISO time. */
  readonly startedAt: string;
  /** A socket path or pipe name; for an editor its URL. */
  readonly socket: string;
}

const SUFFIX = '.json';
const ID = /^[0-9a-f]{32}$/;
const ID_BYTES = 16;
const IDS_AT_ONCE = 64;

/** 128 random bits as 32 hex digits. */
export function createId(random: RandomBytes): string {
  return Buffer.from(random(ID_BYTES)).toString('hex');
}

/** For many ids: asking for randomness takes longer than making one, so it is asked for some of them at once. */
export function idsFrom(random: RandomBytes): () => string {
  let bytes = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === bytes.length) {
      bytes = Buffer.from(random(IDS_AT_ONCE * ID_BYTES));
      used = 0;
    }
    used += ID_BYTES;
    return bytes.toString('hex', used - ID_BYTES, used);
  };
}

/** Writes or replaces the owner's record. */
export function writeRecord(folder: string, record: AppRecord): void {
  const text = `${JSON.stringify(record)}\n`;
  replacePrivateFile(join(folder, record.id + SUFFIX), text, String(record.pid), { isDurable: false });
}

/** Undefined when there is none or it is malformed. */
export function readRecord(folder: string, id: string): AppRecord | undefined {
  const record = parseJson(readTextFile(join(folder, id + SUFFIX)));
  if (!isRecord(record) || record.id !== id) return undefined;
  const { pid, version, startedAt, socket } = record;
  if (typeof pid !== 'number' || typeof version !== 'string') return undefined;
  if (typeof startedAt !== 'string' || typeof socket !== 'string') return undefined;
  return { ...record, id, pid, version, startedAt, socket };
}

/** All valid records of the folder, oldest first. Other files are ignored. */
export function listRecords(folder: string): AppRecord[] {
  return recordIds(folder)
    .map((id) => readRecord(folder, id))
    .filter((record) => record !== undefined)
    .sort((a, b) => a.startedAt.localeCompare(b.startedAt) || a.id.localeCompare(b.id));
}

/** Removes a record and its token. For the owner, and for whoever found it dead by a probe. */
export function removeRecord(folder: string, id: string): void {
  removeFile(join(folder, id + SUFFIX));
  removeFile(tokenPath(folder, id));
}

export function tokenPath(folder: string, id: string): string {
  return join(folder, `${id}.token`);
}

function recordIds(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .filter((id) => ID.test(id));
  } catch {
    return [];
  }
}

export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
