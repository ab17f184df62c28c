// The two places where clients reach a host: its own socket in the run directory, and the seed's path.
import { type BrowserHello, type Clock, SallyportError } from '@sallyport/protocol';
import type { Clients } from './clients.ts';
import { readSeedSocketSetting } from './config.ts';
import { type Log, textOf } from './log.ts';
import { type OwnSocket, openOwnSocket } from './own-socket.ts';
import type { Machine } from './run-directory/machine.ts';
import { openRunDirectory, type RunDirectory } from './run-directory/private-folder.ts';
import type { ProductFolders } from './run-directory/product-folders.ts';
import { listRecords } from './run-directory/record.ts';
import { SeedSocket } from './seed-socket.ts';

export interface SocketsOptions {
  readonly machine: Machine;
  /** Throws where the user has no home. */
  readonly locate: () => ProductFolders;
  readonly clients: Clients;
  readonly clock: Clock;
  readonly log: Log;
  readonly hostId: string;
  readonly token: string;
  readonly pid: number;
}

export interface Sockets {
  /** Undefined when it cannot be used. */
  readonly run: RunDirectory | undefined;
  /** Why no client can reach this host; undefined when one can. */
  readonly obstacle: SallyportError | undefined;
  /** The record tells which browser this is. Never throws. */
  update(browser: BrowserHello): void;
  /** Stops listening and removes what is ours. May be called again. */
  close(): Promise<void>;
}

/** Opens what can be opened: with one of the two the host is of use. */
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

  const setting = folders === undefined ? { isWanted: true } : readSeedSocketSetting(folders.config);
  if (setting.problem !== undefined) log(setting.problem);
  const hosts = run?.hosts;
  // One write at the start, when all is known; then at every change.
  let isComplete = false;
  const publish = (known: Parameters<OwnSocket['publish']>[0]) => {
    try {
      if (isComplete) own?.publish(known);
    } catch (error) {
      log(`The record cannot be written: ${textOf(error)}`);
    }
  };
  const seed = new SeedSocket({
    machine,
    clock,
    log,
    nonce: hostId,
    createServer: () => clients.createServer(true),
    otherHolders: (path) => (hosts === undefined ? [] : holdersOf(path, hosts, hostId)),
    onHeld: (seedSocket) => publish({ seedSocket }),
  });
  if (setting.isWanted) await seed.open();
  isComplete = true;
  publish({ seedSocket: seed.isHeld ? seed.path : undefined });
  obstacles.push(`the path ${seed.path} ${setting.isWanted ? seed.obstacle : 'is turned off in config.json'}`);

  return {
    run,
    obstacle: own === undefined && !seed.isHeld ? unreachable(obstacles) : undefined,
    update: (browser) => publish({ browser }),
    async close() {
      await seed.close();
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
  return listRecords(hosts)
    .filter(({ id, seedSocket }) => id !== hostId && seedSocket === path)
    .map(({ socket }) => socket);
}

function unreachable(obstacles: readonly string[]): SallyportError {
  return new SallyportError(
    'ERR_SERVER_UNAVAILABLE',
    `The native host cannot be reached by any client: ${obstacles.join('; ')}.`,
    { hint: 'Run "sallyport doctor" in a terminal; this host ends now.' },
  );
}
