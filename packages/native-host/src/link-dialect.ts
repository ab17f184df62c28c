// The link to the gateway: its calls go to the browser, the extension's requests go to it, each end found by its id.
import {
  type Call,
  fromWireError,
  type LinkMessage,
  limits,
  parseLinkMessage,
  SallyportError,
  toWireError,
} from '@sallyport/protocol';
import type { Client } from './client.ts';
import type { FramedChannel } from './framed-channel.ts';
import type { HostContext } from './host-context.ts';
import { type CallEnd, readReply } from './reply.ts';

/** A request of the extension on its way to the gateway. */
export interface GatewayRequest {
  readonly method: string;
  readonly params: unknown;
  readonly onProgress: (progress: { progress: number; total?: number; message?: string }) => void;
  /** Told exactly once. */
  readonly onEnd: (end: { ok: true; result: unknown } | { ok: false; error: SallyportError }) => void;
}

interface OpenRequest extends GatewayRequest {
  readonly stopTimer: () => void;
}

export class LinkDialect {
  readonly #context: HostContext;
  readonly #client: Client;
  readonly #channel: FramedChannel;
  readonly #requests = new Map<string, OpenRequest>();
  #nextId = 1;
  #isClosed = false;

  constructor(options: { context: HostContext; client: Client; channel: FramedChannel }) {
    this.#context = options.context;
    this.#client = options.client;
    this.#channel = options.channel;
  }

  handle(value: unknown): void {
    const message = parseLinkMessage(value);
    switch (message?.type) {
      case 'call':
        this.#call(message);
        break;
      case 'cancel':
        this.#context.router.cancel(message.id, message.reason);
        break;
      case 'result':
        this.#end(message.id, { ok: true, result: message.result });
        break;
      case 'failure':
        this.#end(message.id, { ok: false, error: fromWireError(message.error) });
        break;
      case 'progress':
        this.#requests.get(message.id)?.onProgress(message);
        break;
      case 'ping':
        this.#send({ type: 'pong', timestamp: this.#context.clock.now() });
        break;
      case undefined:
        this.#context.log('The gateway sent a message that the link does not know; ignored');
        break;
      case 'pong':
      case 'event':
      case 'chunk':
      case 'ack':
        // Nothing here waits for them; the channel took the last two if they meant something.
        break;
    }
  }

  /** Hands a request of the extension to the gateway. */
  request(request: GatewayRequest): void {
    if (this.#requests.size >= limits.host.callsPerClient) {
      const error = new SallyportError('ERR_RATE_LIMITED', 'Too many requests of this browser are open already.');
      request.onEnd({ ok: false, error });
      return;
    }
    const id = String(this.#nextId++);
    const deadlineMs = limits.agent.hardCapMs;
    const stopTimer = this.#context.clock.after(deadlineMs, () => {
      this.#send({ type: 'cancel', id, reason: 'its time is over' });
      this.#end(id, {
        ok: false,
        error: new SallyportError('ERR_TOOL_TIMEOUT', 'The gateway did not answer in time.'),
      });
    });
    this.#requests.set(id, { ...request, stopTimer });
    try {
      this.#channel.send(
        { type: 'call', id, method: request.method, params: request.params, deadlineMs },
        { onFailure: (error) => this.#end(id, { ok: false, error }) },
      );
    } catch (error) {
      this.#end(id, { ok: false, error: fromWireError(toWireError(error)) });
    }
    this.#client.checkBound(this.#channel.waitingBytes);
  }

  event(name: 'browser' | 'notification', params: Record<string, unknown>): void {
    this.#send({ type: 'event', name, params });
  }

  /** Another gateway took over. */
  replace(): void {
    this.#client.refuse(new SallyportError('ERR_SERVER_UNAVAILABLE', 'Another gateway has linked to this host.'));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#context.onUnlinked(this);
    const error = new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway closed its link before it answered.', {
      hint: 'Look whether the call had its effect before you repeat it.',
      data: { outcome: 'unknown' },
    });
    for (const id of [...this.#requests.keys()]) this.#end(id, { ok: false, error });
  }

  #call({ id, method, params, deadlineMs, agent }: Call): void {
    this.#context.router.call({
      id,
      clientId: this.#client.admit(),
      agent: agent ?? { id: 'gateway', name: 'gateway', stay: 'gateway', remembered: false },
      method,
      params,
      deadlineMs: Math.min(Math.max(deadlineMs, 1), limits.agent.hardCapMs),
      onProgress: (body) => this.#passProgress(id, body),
      onEnd: (end) => this.#answer(id, end),
    });
  }

  #passProgress(id: string, body: Record<string, unknown>): void {
    const progress = parseLinkMessage({ ...body, type: 'progress', id });
    if (progress !== undefined) this.#send(progress);
  }

  #answer(id: string, end: CallEnd): void {
    const fail = (error: unknown) => this.#send({ type: 'failure', id, error: toWireError(error) });
    const read = end.ok ? readReply(end.reply) : { error: end.error };
    if ('error' in read) fail(read.error);
    else this.#send({ type: 'result', id, result: read.result }, fail);
  }

  /** `fail` is told of a message that cannot be sent, or did not arrive whole. */
  #send(message: LinkMessage, fail: (error: unknown) => void = () => {}): void {
    const onFailure = (error: unknown) => {
      this.#context.log(`A message to the gateway was lost: ${toWireError(error).message}`);
      fail(error);
    };
    try {
      this.#channel.send(message, { onFailure });
    } catch (error) {
      onFailure(error);
    }
    this.#client.checkBound(this.#channel.waitingBytes);
  }

  #end(id: string, end: Parameters<GatewayRequest['onEnd']>[0]): void {
    const request = this.#requests.get(id);
    if (request === undefined) return;
    this.#requests.delete(id);
    request.stopTimer();
    request.onEnd(end);
  }
}
