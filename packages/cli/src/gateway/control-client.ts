// A connection of the command line to the gateway: requests by name, each answered once, all rejected when it breaks.
import type { Socket } from 'node:net';
import { fromWireError, isRecord, type JsonObject, LineDecoder, limits, SallyportError } from '@sallyport/protocol';
import type { Reached } from './reach.ts';

export interface ControlClient {
  request(method: string, params?: JsonObject, onNotification?: (params: JsonObject) => void): Promise<JsonObject>;
  /** May be called again; rejects what is pending. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: SallyportError) => void;
  readonly onNotification?: (params: JsonObject) => void;
}

export function openControl({ socket, record }: Reached): ControlClient {
  const waiting = new Map<number, Waiting>();
  const decoder = new LineDecoder({ maxBytes: limits.frame.linkMaxBytes });
  let nextId = 1;
  const settle = (error: SallyportError) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve(settle(broken()))));
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    for (const decoded of decoder.push(bytes)) if (decoded.ok) receive(decoded.message, waiting, settle);
  });
  write(socket, { token: record.token, role: 'cli' });
  return {
    request(method, params = {}, onNotification) {
      if (socket.destroyed) return Promise.reject(broken());
      const id = nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, ...(onNotification === undefined ? {} : { onNotification }) });
        write(socket, { jsonrpc: '2.0', id, method, params });
      });
    },
    async close() {
      socket.destroy();
      await closed;
    },
  };
}

function receive(message: unknown, waiting: Map<number, Waiting>, settle: (error: SallyportError) => void): void {
  if (!isRecord(message)) return;
  // Before any answer: the gateway did not take our first line.
  if (message.type === 'error') settle(fromWireError(message.error));
  if (typeof message.method === 'string' && isRecord(message.params)) {
    for (const { onNotification } of waiting.values()) onNotification?.(message.params);
  }
  if (typeof message.id !== 'number') return;
  const asker = waiting.get(message.id);
  waiting.delete(message.id);
  if (isRecord(message.result)) asker?.resolve(message.result);
  else asker?.reject(fromWireError(isRecord(message.error) ? message.error.data : undefined));
}

function write(socket: Socket, message: object): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

function broken(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway closed the connection.', {
    hint: 'Look with "sallyport status", and in logs/gateway.log of the data folder.',
    data: { outcome: 'unknown' },
  });
}
