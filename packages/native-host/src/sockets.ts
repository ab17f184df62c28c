// The two sockets of a host: its own in the run directory, and the legacy socket.
import { type BrowserHello, type Clock, SallyportError } from '@sallyport/protocol';
import type { Clients } from './clients.ts';
import { readLegacySocketSetting } from './config.ts';
import { LegacySocket } from './legacy-socket.ts';
import { type Log, textOf } from './log.ts';
import { type OwnSocket, openOwnSocket } from './own-socket.ts';
import type { Machine } from './run-directory/machine.ts';
import { openRunDirectory, type RunDirectory } from './run-directory/private-folder.ts';
import type { ProductFolders } from './run-directory/product-folders.ts';
import { listRecords } from './run-directory/record.ts';

export interface SocketsOptions {
  readonly machine: Machine;
  /** Throws when the user has no home folder. */
  readonly locate: () => ProductFolders;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly log: Log;
  readonly hostId: string;
  readonly token: string;
  readonly pid: number;
}

export interface Sockets {
  /** Undefined when the run directory cannot be used. */
  readonly run: RunDirectory | undefined;
  /** Why no client can reach this host; undefined when one can. */
  readonly obstacle: SallyportError | undefined;
  /** Writes the browser into the record. Never throws. */
  update(browser: BrowserHello): void;
  /** Stops listening and removes our files. May be called again. */
  close(): Promise<void>;
}

/** Opens both where possible: one is enough for the host to be usable. */
export async function openSockets(options: SocketsOptions): Promise<Sockets> {
  const { log, clients, machine, clock, hostId } = options;
  const obstacles: string[] = [];
  let folders: ProductFolders | undefined;
  let run: RunDirectory | undefined;
  let own: OwnSocket | undefined;
  try {
    folders = options.locate();
    run = openRunDirectory(folders.run, machine);
    own = await openOwn(options, run);
    log(`Listening at ${own.path}`);
  } catch (error) {
    obstacles.push(textOf(error));
    log(`No socket of its own: ${textOf(error)}`);
  }

  const setting = folders === undefined ? { isWanted: true } : readLegacySocketSetting(folders.config);
  if (setting.problem !== undefined) log(setting.problem);
  const hosts = run?.hosts;
  // The record is written once when both sockets are open, then at every change.
  let isComplete = false;
  const publish = (known: Parameters<OwnSocket['publish']>[0]) => {
    try {
      if (isComplete) own?.publish(known);
    } catch (error) {
      log(`The record cannot be written: ${textOf(error)}`);
    }
  };
  const legacy = new LegacySocket({
    machine,
    clock,
    log,
    nonce: hostId,
    createServer: () => clients.createServer(true),
    otherHolders: (path) => (hosts === undefined ? [] : holdersOf(path, hosts, hostId)),
    onHeld: (legacySocket) => publish({ legacySocket }),
  });
  if (setting.isWanted) await legacy.open();
  isComplete = true;
  publish({ legacySocket: legacy.isHeld ? legacy.path : undefined });
  obstacles.push(`the path ${legacy.path} ${setting.isWanted ? legacy.obstacle : 'is turned off in config.json'}`);

  return {
    run,
    obstacle: own === undefined && !legacy.isHeld ? unreachable(obstacles) : undefined,
    update: (browser) => publish({ browser }),
    async close() {
      await legacy.close();
      await own?.close();
    },
  };
}

function openOwn(options: SocketsOptions, run: RunDirectory): Promise<OwnSocket> {
  const { machine, clients, clock, hostId, token, pid } = options;
  const startedAt = new Date(clock.now()).toISOString();
  return openOwnSocket({ run, machine, id: hostId, pid, token, startedAt, server: clients.createServer(false) });
}

function holdersOf(path: string, hosts: string, hostId: string): string[] {
  return (
    listRecords(hosts)
      // `seedSocket` is the legacy socket's name in records, which hosts of other versions read.
      .filter(({ id, seedSocket }) => id !== hostId && seedSocket === path)
      .map(({ socket }) => socket)
  );
}

function unreachable(obstacles: readonly string[]): SallyportError {
  return new SallyportError(
    'ERR_SERVER_UNAVAILABLE',
    `The native host cannot be reached by any client: ${obstacles.join('; ')}.`,
    { hint: 'Run "sallyport doctor" in a terminal. This host ends now.' },
  );
}
