// A local program that talks to a native host, in frames or in lines.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { frame, type Json, readFrames } from './frames.ts';
import { MessageStream } from './message-stream.ts';

export interface RawClient {
  readonly socket: Socket;
  readonly received: MessageStream<Json>;
  /** Resolves when the host closed the connection. */
  readonly closed: Promise<void>;
  send(message: unknown): void;
  sendBytes(bytes: Uint8Array | string): void;
  next(what?: string, isWanted?: (message: Json) => boolean): Promise<Json>;
  /** Sends and takes the next message as the answer. */
  ask(message: unknown): Promise<Json>;
  end(): Promise<void>;
}

export const framedClient = (path: string) => open(path, frame, (socket, take) => readFrames(socket, take));

export const lineClient = (path: string) =>
  open(
    path,
    (message) => Buffer.from(`${JSON.stringify(message)}\n`),
    (socket, take) => {
      const lines = createInterface(socket);
      lines.on('line', (line) => take(JSON.parse(line)));
      // It repeats the errors of its socket.
      lines.on('error', () => {});
    },
  );

async function open(
  path: string,
  encode: (message: unknown) => Buffer,
  read: (socket: Socket, take: (message: Json) => void) => void,
): Promise<RawClient> {
  const socket = connect(path);
  const received = new MessageStream<Json>();
  onTestFinished(() => void socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // A host that closes in the midst of our write resets the connection; `closed` tells.
  await once(socket, 'connect');
  socket.on('error', () => {});
  read(socket, (message) => received.push(message));
  const send = (message: unknown) => void socket.write(encode(message));
  return {
    socket,
    received,
    closed,
    send,
    sendBytes: (bytes) => void socket.write(bytes),
    next: (what, isWanted) => received.next(what, isWanted),
    ask: (message) => {
      send(message);
      return received.next(`an answer to ${JSON.stringify(message).slice(0, 100)}`);
    },
    end: async () => {
      socket.destroy();
      await closed;
    },
  };
}
