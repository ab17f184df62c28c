// All socket clients of a host: numbers them from 1, announces them to the browser, and sends broadcasts.
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

  /** The number of admitted clients. */
  get count(): number {
    return this.#count;
  }

  /** A server whose connections become clients. The caller binds and closes it. */
  createServer(isLegacySocket: boolean): Server {
    const { log } = this.#options;
    const server = createServer((socket) => this.#accept(socket, isLegacySocket));
    server.maxConnections = limits.host.maxClients;
    server.on('drop', () => log(`A client was rejected: ${limits.host.maxClients} are connected already`));
    server.on('error', (error) => {
      // For example, no file descriptors left: this client is lost, but the server keeps listening. Whoever binds it handles bind errors.
      if (server.listening) log(`A client could not be accepted: ${error.message}`);
    });
    return server;
  }

  /** Sends to every admitted framed client. */
  broadcast(body: Record<string, unknown>): void {
    for (const client of this.#clients) {
      if (client.number !== undefined) client.broadcast(body);
    }
  }

  sweep(): void {
    for (const client of this.#clients) client.sweep();
  }

  /** Closes every client; resolves when all are closed. */
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

  #accept(socket: Socket, isLegacySocket: boolean): void {
    if (this.#isClosed) {
      socket.destroy();
      return;
    }
    const { clock, log, openDialect, onDisconnected } = this.#options;
    const client: Client = new Client({
      socket,
      isLegacySocket,
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
