// Sockets on the file system: where they lie, how they are bound for their owner alone, how a dead one is told and removed.
import { lstatSync } from 'node:fs';
import { connect, type NetConnectOpts, type Server } from 'node:net';
import { posix } from 'node:path';
import { limits } from '@sallyport/protocol';
import type { Machine } from './machine.ts';
import { removeFile } from './private-file.ts';
import { ensurePrivateFolder } from './private-folder.ts';

/** `dead`: something is there and nobody listens. `absent`: nothing is there. Whatever is unclear counts as alive. */
export type SocketState = 'alive' | 'dead' | 'absent';

const DEFAULT_PROBE_MS = 2000;

/**
 * A path for a socket of this name: in `folder`, or where that is longer than the system allows in a short private folder
 * that is made for it. On Windows a pipe, which is safe as far as the name cannot be guessed.
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

/** FNV-1a of 64 bits: tells folders apart, guards nothing. The folder it names is ours alone, whatever its name. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Binds with mode 0600 from the first moment on, which a chmod afterwards could not promise. */
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
    // bind(2) happens inside listen(), so nothing else can be created under this mask.
    const before = process.umask(0o177);
    try {
      server.listen(path);
    } finally {
      process.umask(before);
    }
  });
}

/** Asks by connecting. A socket that is too busy to answer in time counts as alive. */
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

/** Removes a socket of ours at which nobody listens. True when the path is free afterwards. */
export async function removeDeadSocket(path: string, machine: Machine): Promise<boolean> {
  // A pipe lives and dies with its process: nothing to remove.
  if (machine.platform === 'win32') return (await probeSocket(path)) !== 'alive';
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isSocket() || found.uid !== machine.uid) return false;
  if ((await probeSocket(path)) === 'alive') return false;
  return removeFile(path);
}
