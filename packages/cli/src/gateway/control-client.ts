// A connection of the command line to the gateway: requests by name, each answered once, all rejected when it breaks.
import type { Socket } from 'node:net';
import { fromWireError, isRecord, type JsonObject, LineDecoder, limits, SallyportError } from '@sallyport/protocol';
import type { Reached } from './reach.ts';

export interface RequestOptions {
  readonly onNotification?: (params: JsonObject) => void;
  readonly timeoutMs?: number;
}

export interface ControlClient {
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /** Resolves when the gateway has closed the connection, or the time is up. */
  whenGone(timeoutMs: number): Promise<void>;
  /** May be called again; rejects what is pending. */
  close(): Promise<void>;
}

/** For what a gateway knows by heart; a call has its own deadline there, which is shorter than this one. */
const ANSWER_MS = 10_000;
export const CALL_MS = limits.agent.hardCapMs + ANSWER_MS;

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
    async request(method, params = {}, { onNotification, timeoutMs = ANSWER_MS } = {}) {
      if (socket.destroyed) throw broken();
      const id = nextId++;
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<JsonObject>((resolve, reject) => {
          timer = setTimeout(() => reject(silent()), timeoutMs);
          waiting.set(id, { resolve, reject, ...(onNotification === undefined ? {} : { onNotification }) });
          write(socket, { jsonrpc: '2.0', id, method, params });
        });
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    async whenGone(timeoutMs) {
      let timer: NodeJS.Timeout | undefined;
      const timeUp = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([closed, timeUp]);
      clearTimeout(timer);
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
  if (isRecord(message.result)) asker?.resolve(message.result);
  else asker?.reject(fromWireError(isRecord(message.error) ? message.error.data : undefined));
}

function write(socket: Socket, message: object): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

function silent(): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', 'The gateway does not answer.', {
    hint: 'End its process, which "gateway.json" in the run directory names, and try again.',
  });
}

function broken(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway closed the connection.', {
    hint: 'Look with "sallyport status", and in logs/gateway.log of the data folder.',
    data: { outcome: 'unknown' },
  });
}
