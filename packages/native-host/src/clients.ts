// All socket clients of a host: numbered from 1, announced to the browser, reached together when something is for all.
import { createServer, type Server, type Socket } from 'node:net';
import { type Clock, limits, SallyportError } from '@sallyport/protocol';
import { Client, type Dialect } from './client.ts';
import type { Log } from './log.ts';

export interface ClientsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly openDialect: (dialect: 'framed' | 'lines', client: Client) => Dialect;
  readonly onConnected: (clientId: number, count: number) => void;
  readonly onDisconnected: (clientId: number, count: number) => void;
}

export class Clients {
  readonly #options: ClientsOptions;
  /** Connected, admitted or not. */
  readonly #clients = new Set<Client>();
  #nextNumber = 1;
  #count = 0;
  #isClosed = false;

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  /** Admitted clients now. */
  get count(): number {
    return this.#count;
  }

  /** A listener whose connections become clients. Whoever made it binds and closes it. */
  createServer(isSeedPath: boolean): Server {
    const { log } = this.#options;
    const server = createServer((socket) => this.#accept(socket, isSeedPath));
    server.maxConnections = limits.host.maxClients;
    server.on('drop', () => log(`A client was turned away: ${limits.host.maxClients} are connected`));
    server.on('error', (error) => {
      // Out of file descriptors, for one: that client is lost, the listener is not. Faults of binding go to the binder.
      if (server.listening) log(`A client could not be accepted: ${error.message}`);
    });
    return server;
  }

  /** To every framed client that was admitted. */
  broadcast(body: Record<string, unknown>): void {
    for (const client of this.#clients) {
      if (client.number !== undefined) client.broadcast(body);
    }
  }

  sweep(): void {
    for (const client of this.#clients) client.sweep();
  }

  /** Ends every client; resolves when all are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(
      [...this.#clients].map(
        (client) =>
          new Promise<void>((resolve) => {
            client.onceGone(resolve);
            client.end();
          }),
      ),
    );
  }

  #accept(socket: Socket, isSeedPath: boolean): void {
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    const { clock, log, openDialect, onDisconnected } = this.#options;
    const client: Client = new Client({
      socket,
      isSeedPath,
      clock,
      log,
      openDialect,
      onAdmitted: () => this.#admit(),
      onGone: (gone) => {
        this.#clients.delete(gone);
        if (gone.number === undefined) return;
        this.#count -= 1;
        onDisconnected(gone.number, this.#count);
      },
    });
    this.#clients.add(client);
  }

  #admit(): number {
    const number = this.#nextNumber++;
    this.#count += 1;
    this.#options.onConnected(number, this.#count);
    return number;
  }
}

export function browserGone(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The browser has closed its connection to the native host.', {
    hint: 'Start the browser, or reload the extension, and connect again.',
  });
}
