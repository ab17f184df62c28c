// Programs at a native host's socket, one for each dialect; calls are matched by id and have a deadline.
import { AssertionError } from 'node:assert';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeFrame, FrameDecoder, isRecord, LineDecoder, limits, PRODUCT_VERSION, WIRE } from '@sallyport/protocol';

export interface HostAddress {
  readonly socket: string;
  readonly token: string;
}

export interface SocketClient {
  /** Sends the message with an id of its own and resolves with the whole answer. */
  request(message: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
  /** Resolves when the host closed the connection. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Longer than a busy machine takes to read fifty thousand nodes. */
const ANSWER_MS = 60_000;

/** Seed 000's dialect, with the hello that our own sockets want. */
export async function openFramedClient({ socket, token }: HostAddress): Promise<SocketClient> {
  const connection = await connectTo(socket);
  const hello = { type: 'hello', role: 'client', wire: WIRE, version: PRODUCT_VERSION, capabilities: [], token };
  const send = (message: object) => connection.write(encodeFrame(JSON.stringify(message)));
  send(hello);
  return createClient(connection, send, new FrameDecoder({ maxBytes: limits.frame.linkMaxBytes }));
}

/** Seed 001's dialect, the token alone in the first line. */
export async function openLineClient({ socket, token }: HostAddress): Promise<SocketClient> {
  const connection = await connectTo(socket);
  const send = (message: object) => connection.write(`${JSON.stringify(message)}\n`);
  send({ authToken: token });
  return createClient(connection, send, new LineDecoder({ maxBytes: limits.frame.linkMaxBytes }));
}

async function connectTo(path: string): Promise<Socket> {
  const connection = connect(path);
  await once(connection, 'connect');
  return connection;
}

function createClient(
  connection: Socket,
  send: (message: object) => void,
  decoder: FrameDecoder | LineDecoder,
): SocketClient {
  const waiting = new Map<unknown, (answer: Record<string, unknown>) => void>();
  let nextId = 1;
  connection.on('error', () => {});
  connection.on('data', (piece) => {
    for (const decoded of decoder.push(piece)) {
      if (decoded.ok && isRecord(decoded.message)) waiting.get(decoded.message.id)?.(decoded.message);
    }
  });
  const closed = once(connection, 'close').then(() => {});
  const request = (message: Readonly<Record<string, unknown>>) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = `test-${nextId++}`;
      const timer = setTimeout(
        () => reject(new AssertionError({ message: `The host did not answer within ${ANSWER_MS} ms.` })),
        ANSWER_MS,
      );
      const settle = (end: () => void) => {
        clearTimeout(timer);
        waiting.delete(id);
        end();
      };
      waiting.set(id, (answer) => settle(() => resolve(answer)));
      void closed.then(() => settle(() => reject(new Error('The host closed the connection before it answered.'))));
      send({ ...message, id });
    });
  return { request, closed, close: () => connection.destroy() };
}
