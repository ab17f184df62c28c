// Sockets in the file system: chooses their paths, binds them privately, and finds and removes dead ones.
import { lstatSync } from 'node:fs';
import { connect, type NetConnectOpts, type Server } from 'node:net';
import { posix } from 'node:path';
import { limits } from '@sallyport/protocol';
import type { Machine } from './machine.ts';
import { removeFile } from './private-file.ts';
import { ensurePrivateFolder } from './private-folder.ts';

/** `dead`: the path exists but nobody listens. `absent`: it does not exist. In doubt, `alive`. */
export type SocketState = 'alive' | 'dead' | 'absent';

const DEFAULT_PROBE_MS = 2000;

/**
 * A path for a socket with this name: in `folder`, or in a short private folder where that path would be too long for the
 * system. On Windows a pipe, so the name must not be guessable.
 */
export function chooseSocketPath(folder: string, name: string, machine: Machine): string {
  if (machine.platform === 'win32') return `\\\\.\\pipe\\sallyport-${name}`;
  const path = posix.join(folder, name);
  if (Buffer.byteLength(path) <= limits.runDirectory.socketPathMaxBytes) return path;
  const mine = `/tmp/sallyport-${machine.uid}`;
  const short = posix.join(mine, shortHash(folder));
  ensurePrivateFolder(mine, machine);
  ensurePrivateFolder(short, machine);
  return posix.join(short, name);
}

/** 64-bit FNV-1a, only to tell folders apart: the short folder is private whatever its name. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Binds with mode 0600 from the start; a chmod afterwards would leave a gap. */
export function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      server.off('error', onError);
      server.off('listening', onListening);
      finish();
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onListening = () => settle(resolve);
    server.on('error', onError);
    server.on('listening', onListening);
    // listen() calls bind(2) synchronously, so nothing else is created under this mask.
    const before = process.umask(0o177);
    try {
      server.listen(path);
    } finally {
      process.umask(before);
    }
  });
}

/** Probes by connecting. A socket that does not answer in time counts as alive. */
export function probeSocket(where: string, timeoutMs: number = DEFAULT_PROBE_MS): Promise<SocketState> {
  return new Promise((resolve) => {
    const socket = connect(addressOf(where));
    const settle = (state: SocketState) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(state);
    };
    const timer = setTimeout(() => settle('alive'), timeoutMs);
    socket.on('connect', () => settle('alive'));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOTSOCK') settle('dead');
      else settle(error.code === 'ENOENT' || error.code === 'ENOTDIR' ? 'absent' : 'alive');
    });
  });
}

/** An editor's record has the URL of its door instead of a path. */
function addressOf(where: string): NetConnectOpts {
  if (!where.startsWith('http://')) return { path: where };
  const { hostname, port } = new URL(where);
  return { host: hostname, port: Number(port) };
}

/** Removes our own socket file if nobody listens on it. True when the path is free afterwards. */
export async function removeDeadSocket(path: string, machine: Machine): Promise<boolean> {
  // A pipe disappears with its process, so there is nothing to remove.
  if (machine.platform === 'win32') return (await probeSocket(path)) !== 'alive';
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isSocket() || found.uid !== machine.uid) return false;
  if ((await probeSocket(path)) === 'alive') return false;
  return removeFile(path);
}
