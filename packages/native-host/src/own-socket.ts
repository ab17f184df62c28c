// A host's own socket, token and record in the run directory, under a random id; removed when the host ends.
import type { Server } from 'node:net';
import { type BrowserHello, PRODUCT_VERSION } from '@sallyport/protocol';
import type { Machine } from './run-directory/machine.ts';
import { removeFile } from './run-directory/private-file.ts';
import type { RunDirectory } from './run-directory/private-folder.ts';
import { removeRecord, tokenPath, writeRecord } from './run-directory/record.ts';
import { chooseSocketPath, listenPrivately } from './run-directory/socket.ts';
import { writeToken } from './run-directory/token.ts';

export interface OwnSocketOptions {
  readonly run: RunDirectory;
  readonly machine: Machine;
  readonly id: string;
  readonly pid: number;
  readonly token: string;
  readonly startedAt: string;
  /** Not bound yet. `close` closes it. */
  readonly server: Server;
}

export interface OwnSocket {
  readonly path: string;
  /** Writes the record with what is known so far. Before the first call nobody can find this host. */
  publish(known: { browser?: BrowserHello; legacySocket?: string | undefined }): void;
  /** Removes record, token and socket. May be called again. */
  close(): Promise<void>;
}

/** Creates token and socket. `publish` writes the record afterwards, so whoever reads it can connect. */
export async function openOwnSocket(options: OwnSocketOptions): Promise<OwnSocket> {
  const { run, machine, id, pid, token, startedAt, server } = options;
  const path = chooseSocketPath(run.hosts, `${id}.sock`, machine);
  let known: { browser?: BrowserHello; legacySocket?: string | undefined } = {};
  let isClosed = false;

  function write(): void {
    const { browser, legacySocket } = known;
    writeRecord(run.hosts, {
      id,
      pid,
      version: PRODUCT_VERSION,
      startedAt,
      socket: path,
      ...(browser === undefined ? {} : { browser: browser.browser, profile: browser.profile }),
      // The field's name in the record, which hosts of other versions read.
      ...(legacySocket === undefined ? {} : { seedSocket: legacySocket }),
    });
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    removeRecord(run.hosts, id);
    if (server.listening) server.close();
    if (machine.platform !== 'win32') removeFile(path);
  }

  try {
    writeToken(tokenPath(run.hosts, id), token);
    await listenPrivately(server, path);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    path,
    publish(change) {
      known = { ...known, ...change };
      if (!isClosed) write();
    },
    close,
  };
}
