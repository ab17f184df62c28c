// Keeps on disk which processes we started: the next gateway ends those that a crash left behind.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile, removeFile, replacePrivateFile } from '@sallyport/native-host/run-directory';
import { isRecord, parseJson } from '@sallyport/protocol';
import { hasMarker, membersOf, signalTree, startTimeOf, type TreeId } from './process-table.ts';

interface Owner {
  readonly pid: number;
  readonly startTime: string;
}

interface Started extends Owner {
  readonly marker: string;
}

export interface PidJournal {
  add(pid: number, marker: string): void;
  remove(pid: number): void;
  /** Ends the servers that dead gateways left behind, and returns how many there were. */
  reap(): number;
  close(): void;
}

export interface PidJournalOptions {
  /** The run directory. */
  readonly folder: string;
  /** Of this gateway. */
  readonly nonce: string;
  readonly pid: number;
  readonly platform: NodeJS.Platform;
}

const FILE = /^servers-[0-9a-z]+\.json$/;
/** A short or empty marker would match processes that are not ours. */
const MARKER = /^[0-9a-f]{32,}$/;

export function openPidJournal({ folder, nonce, pid: ownPid, platform }: PidJournalOptions): PidJournal {
  const path = join(folder, `servers-${nonce}.json`);
  const own = { pid: ownPid, startTime: startTimeOf(ownPid, platform) ?? '' };
  const started = new Map<number, Started>();
  const save = () => {
    if (started.size === 0) removeFile(path);
    else replacePrivateFile(path, JSON.stringify({ gateway: own, servers: [...started.values()] }), nonce);
  };
  return {
    add(pid, marker) {
      const startTime = startTimeOf(pid, platform);
      // Without a start time the process cannot be identified later.
      if (startTime === undefined) return;
      started.set(pid, { pid, startTime, marker });
      save();
    },
    remove(pid) {
      if (started.delete(pid)) save();
    },
    reap() {
      const files = readdirSync(folder).filter((name) => FILE.test(name) && join(folder, name) !== path);
      return files.reduce((count, name) => count + reapFile(join(folder, name), platform), 0);
    },
    close() {
      started.clear();
      save();
    },
  };
}

/** A gateway that is shutting down still owns its servers; only those of a dead one are ended. */
function reapFile(path: string, platform: NodeJS.Platform): number {
  const { gateway, servers } = parseFile(readTextFile(path));
  if (gateway !== undefined && startTimeOf(gateway.pid, platform) === gateway.startTime) return 0;
  const left = servers
    .map(({ pid, startTime, marker }): TreeId => {
      // The pid may belong to another process by now; our children are still identified by the marker.
      const isSame = startTimeOf(pid, platform) === startTime && hasMarker(pid, marker, platform);
      return { groupId: isSame ? pid : undefined, marker, platform };
    })
    .filter((tree) => membersOf(tree).length > 0);
  for (const tree of left) signalTree(tree, 'SIGKILL');
  removeFile(path);
  return left.length;
}

function parseFile(text: string | undefined): { gateway?: Owner; servers: readonly Started[] } {
  const value = parseJson(text ?? '');
  const { gateway, servers } = isRecord(value) ? value : {};
  return {
    gateway: isOwner(gateway) ? gateway : undefined,
    servers: Array.isArray(servers) ? servers.filter(isStarted) : [],
  };
}

function isOwner(value: unknown): value is Owner {
  return isRecord(value) && typeof value.pid === 'number' && typeof value.startTime === 'string';
}

function isStarted(value: unknown): value is Started {
  return isOwner(value) && 'marker' in value && typeof value.marker === 'string' && MARKER.test(value.marker);
}
