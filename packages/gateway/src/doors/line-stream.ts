// JSON lines over a socket, with a limit on what is queued for a peer that does not read.
import type { Socket } from 'node:net';
import { LineDecoder, limits } from '@sallyport/protocol';
import { LineQueue } from '../apps/servers/line-queue.ts';

export interface LineStream {
  /** Replaces the listener; it gets undefined for a line that is not JSON. */
  onMessage(listener: (message: unknown) => void): void;
  /** Does nothing once the peer is gone. */
  send(message: object): void;
  /** Sends what is queued, then closes. */
  end(): void;
  destroy(): void;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

export function openLineStream(socket: Socket): LineStream {
  const lines = new LineQueue(socket);
  const decoder = new LineDecoder({ maxBytes: limits.frame.linkMaxBytes });
  let listener: (message: unknown) => void = () => {};
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    for (const decoded of decoder.push(bytes)) {
      if (!decoded.ok && decoded.problem === 'too-long') socket.destroy();
      else listener(decoded.ok ? decoded.message : undefined);
    }
  });
  return {
    onMessage(next) {
      listener = next;
    },
    send(message) {
      if (!socket.writable) return;
      lines.send(message);
      if (lines.length > limits.gateway.agentQueueMaxBytes) socket.destroy();
    },
    end() {
      lines.flush();
      socket.end();
    },
    destroy: () => socket.destroy(),
    closed,
  };
}
