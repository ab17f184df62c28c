// The gateway's socket: who connects says in one line who it is and is handed to the part that serves its kind.
import { createServer, type Server, type Socket } from 'node:net';
import { listenPrivately } from '@sallyport/native-host/run-directory';
import { limits, SallyportError, toWireError } from '@sallyport/protocol';
import { type ConnectingClient, readConnectingClient } from './connecting-client.ts';
import { type LineStream, openLineStream } from './line-stream.ts';

export interface SocketDoorOptions {
  readonly path: string;
  readonly token: string;
  readonly onClient: (client: ConnectingClient, stream: LineStream) => void;
}

export class SocketDoor {
  readonly #options: SocketDoorOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(options: SocketDoorOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#welcome(socket));
    this.#server.maxConnections = limits.gateway.maxConnections;
  }

  async listen(): Promise<void> {
    await listenPrivately(this.#server, this.#options.path);
  }

  /** Nobody new comes in; who is in stays. */
  stopListening(): void {
    if (this.#server.listening) this.#server.close();
  }

  /** Ends all connections after what waits for them was sent, within a bound. May be called again. */
  async close(): Promise<void> {
    this.stopListening();
    await Promise.all([...this.#sockets].map(endWithin));
  }

  #welcome(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const stream = openLineStream(socket);
    const timer = setTimeout(() => socket.destroy(), limits.gateway.firstLineMs);
    socket.once('close', () => clearTimeout(timer));
    stream.onMessage((line) => {
      clearTimeout(timer);
      // Whatever follows in the same piece of bytes belongs to whom the client is handed to.
      stream.onMessage(() => {});
      try {
        const client = readConnectingClient(line, this.#options.token);
        // A process that is being killed still takes connections for a moment: only this word proves that someone reads.
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

function endWithin(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    const timer = setTimeout(() => socket.destroy(), FLUSH_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.end();
    // A peer that keeps its half open would hold us; what it was to hear is on its way.
    socket.once('finish', () => socket.destroy());
  });
}
