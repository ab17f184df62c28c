// The command line's connection to the gateway: requests, each answered once, all rejected when it closes.
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  fromWireError,
  isRecord,
  type JsonObject,
  LineDecoder,
  Listeners,
  type LostOutcome,
  limits,
  OutgoingRequests,
  SallyportError,
  systemClock,
} from '@sallyport/protocol';
import type { GatewayConnection } from './reach.ts';

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

/** For requests answered from memory. Calls have a shorter deadline of their own in the gateway. */
const ANSWER_MS = 10_000;
export const CALL_MS = limits.agent.hardCapMs + ANSWER_MS;

export function openControl({ socket, record }: GatewayConnection): ControlClient {
  let lastId = 0;
  const outgoing = new OutgoingRequests<number, JsonObject>({
    createId: () => ++lastId,
    clock: systemClock,
    closed: broken,
  });
  const listeners = new Listeners<[JsonObject]>();
  const decoder = new LineDecoder({ maxBytes: limits.frame.linkMaxBytes });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve(outgoing.close())));
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    for (const decoded of decoder.push(bytes)) if (decoded.ok) receive(decoded.message, outgoing, listeners);
  });
  write(socket, { token: record.token, role: 'cli' });
  return {
    async request(method, params = {}, { onNotification = () => {}, timeoutMs = ANSWER_MS } = {}) {
      const stop = listeners.add(onNotification);
      try {
        return await outgoing.request({
          send: (id) => write(socket, { jsonrpc: '2.0', id, method, params }),
          timeout: { ms: timeoutMs, error: () => silent(record.pid) },
        });
      } finally {
        stop();
      }
    },
    // The open connection keeps the process alive, so the timer need not.
    whenGone: (timeoutMs) => Promise.race([closed, delay(timeoutMs, undefined, { ref: false })]),
    async close() {
      socket.destroy();
      await closed;
    },
  };
}

function receive(
  message: unknown,
  outgoing: OutgoingRequests<number, JsonObject>,
  listeners: Listeners<[JsonObject]>,
): void {
  if (!isRecord(message)) return;
  const { id, type, method, params, result, error } = message;
  // The gateway rejected our first line.
  if (type === 'error') outgoing.rejectAll(fromWireError(error));
  if (typeof method === 'string' && isRecord(params)) listeners.tell(params);
  if (typeof id !== 'number') return;
  if (isRecord(result)) outgoing.resolve(id, result);
  else outgoing.reject(id, fromWireError(isRecord(error) ? error.data : undefined));
}

function write(socket: Socket, message: object): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

function silent(pid: number): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `The gateway (process ${pid}) does not answer.`, {
    hint: 'End it with "sallyport stop --force"; the next call starts a new one.',
    data: { pid },
  });
}

function broken(outcome: LostOutcome): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway closed the connection.', {
    hint: 'Run "sallyport status" and "sallyport logs gateway" to see why.',
    data: { outcome },
  });
}
