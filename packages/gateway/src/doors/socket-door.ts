// The gateway's socket: reads each client's first line and hands the connection on.
import { createServer, type Server, type Socket } from 'node:net';
import { listenPrivately } from '@sallyport/native-host/run-directory';
import { limits, SallyportError, toWireError } from '@sallyport/protocol';
import type { ConnectingClient } from './connecting-client.ts';
import { type LineStream, openLineStream } from './line-stream.ts';

export interface SocketDoorOptions {
  readonly path: string;
  /** Reads the first line; throws for a client that may not enter. */
  readonly read: (line: unknown) => ConnectingClient;
  readonly onClient: (client: ConnectingClient, stream: LineStream) => void;
}

export class SocketDoor {
  readonly #options: SocketDoorOptions;
  readonly #server: Server;
  readonly #streams = new Map<Socket, LineStream>();

  constructor(options: SocketDoorOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#server.maxConnections = limits.gateway.maxConnections;
  }

  async listen(): Promise<void> {
    await listenPrivately(this.#server, this.#options.path);
  }

  /** Refuses new connections and keeps the open ones. */
  stopListening(): void {
    if (this.#server.listening) this.#server.close();
  }

  /** Ends all connections after sending what is queued, within a time limit. May be called again. */
  async close(): Promise<void> {
    this.stopListening();
    await Promise.all([...this.#streams].map(([socket, stream]) => endWithin(socket, stream)));
  }

  #welcome(socket: Socket): void {
    const stream = openLineStream(socket);
    this.#streams.set(socket, stream);
    socket.once('close', () => this.#streams.delete(socket));
    const timer = setTimeout(() => socket.destroy(), limits.gateway.firstLineMs);
    socket.once('close', () => clearTimeout(timer));
    stream.onMessage((line) => {
      clearTimeout(timer);
      // What follows in the same chunk is for the listener that `onClient` sets.
      stream.onMessage(() => {});
      try {
        const client = this.#options.read(line);
        // A process that is being killed still accepts connections for a moment: only an answer proves that it reads.
        if (client.role === 'agent') stream.send({ type: 'welcome' });
        this.#options.onClient(client, stream);
      } catch (thrown) {
        stream.send({ type: 'error', error: toWireError(thrown) });
        stream.end();
        if (!(thrown instanceof SallyportError)) throw thrown;
      }
    });
  }
}

const FLUSH_MS = 500;

function endWithin(socket: Socket, stream: LineStream): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    const timer = setTimeout(() => socket.destroy(), FLUSH_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    stream.end();
    // Do not wait for a peer that keeps its half open; everything was sent.
    socket.once('finish', () => socket.destroy());
  });
}
