// The link to the gateway: its calls go to the browser and the extension's requests go to it, matched by id.
import {
  type Call,
  type Capability,
  fromWireError,
  type LinkMessage,
  type LostOutcome,
  limits,
  type OutgoingRequest,
  OutgoingRequests,
  parseLinkMessage,
  parseRawCall,
  SallyportError,
  toLinkResult,
  toWireError,
  UNKNOWN_OUTCOME_HINT,
} from '@sallyport/protocol';
import type { Client } from './client.ts';
import type { FramedChannel } from './framed-channel.ts';
import type { HostContext } from './host-context.ts';
import { type CallOutcome, readReply } from './reply.ts';
import type { CallRequest } from './router.ts';

export class LinkDialect {
  readonly #context: HostContext;
  readonly #client: Client;
  readonly #channel: FramedChannel;
  readonly #keepsDeadlines: boolean;
  readonly #outgoing: OutgoingRequests<string, unknown>;
  #lastId = 0;
  #isClosed = false;

  constructor(options: {
    context: HostContext;
    client: Client;
    channel: FramedChannel;
    capabilities: readonly Capability[];
  }) {
    this.#context = options.context;
    this.#client = options.client;
    this.#channel = options.channel;
    this.#keepsDeadlines = options.capabilities.includes('held');
    this.#outgoing = new OutgoingRequests({
      createId: () => String(++this.#lastId),
      clock: options.context.clock,
      closed,
      max: limits.host.callsPerClient,
    });
  }

  /** `value` is undefined for calls, which are passed on unparsed. */
  handle(value: unknown, json: string): void {
    if (value === undefined) {
      const call = parseRawCall(json);
      if (call !== undefined) this.#call(call, call.payload);
      return;
    }
    const message = parseLinkMessage(value);
    switch (message?.type) {
      case 'call':
        this.#call(message, { method: message.method, params: message.params });
        break;
      case 'cancel':
        this.#context.router.cancel(message.id, message.reason);
        break;
      case 'result':
        this.#outgoing.resolve(message.id, message.result);
        break;
      case 'failure':
        this.#outgoing.reject(message.id, fromWireError(message.error));
        break;
      case 'progress':
        this.#outgoing.progress(message.id, message);
        break;
      case 'ping':
        this.#send({ type: 'pong', timestamp: this.#context.clock.now() });
        break;
      case undefined:
        this.#context.log('The gateway sent an unknown message; ignored');
        break;
      case 'pong':
      case 'held':
      case 'resumed':
      case 'event':
      case 'chunk':
      case 'ack':
        // Nothing to do here; the channel handles chunks and acknowledgements.
        break;
    }
  }

  /** Sends a request of the extension to the gateway and resolves with its result. */
  request(
    method: string,
    params: unknown,
    { onProgress, signal }: Pick<OutgoingRequest<string>, 'onProgress' | 'signal'>,
  ): Promise<unknown> {
    const deadlineMs = limits.agent.hardCapMs;
    return this.#outgoing.request({
      onProgress,
      signal,
      timeout: {
        ms: deadlineMs,
        error: () => new SallyportError('ERR_TOOL_TIMEOUT', 'The gateway did not answer in time.'),
      },
      send: (id) => {
        const onFailure = (error: SallyportError) => void this.#outgoing.reject(id, error);
        this.#channel.send({ type: 'call', id, method, params, deadlineMs }, { onFailure });
        this.#client.checkBound(this.#channel.waitingBytes);
      },
      cancel: (id) => this.#send({ type: 'cancel', id, reason: 'nobody waits for the answer anymore' }),
    });
  }

  event(name: 'browser' | 'notification', params: Record<string, unknown>): void {
    this.#send({ type: 'event', name, params });
  }

  /** Another gateway has taken over. */
  replace(): void {
    this.#client.refuse(new SallyportError('ERR_SERVER_UNAVAILABLE', 'Another gateway has linked to this host.'));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#context.onUnlinked(this);
    this.#outgoing.close();
  }

  #call({ id, deadlineMs, agent }: Pick<Call, 'id' | 'deadlineMs' | 'agent'>, payload: CallRequest['payload']): void {
    this.#context.router.call({
      id,
      clientId: this.#client.admit(),
      agent: agent ?? { id: 'gateway', name: 'gateway', session: 'gateway', remembered: false },
      payload,
      deadlineMs: Math.min(Math.max(deadlineMs, 1), limits.agent.hardCapMs),
      deadlineKeeper: this.#keepsDeadlines ? 'client' : 'older client',
      onProgress: (body) => this.#passProgress(id, body),
      onHeld: (isHeld) => {
        if (this.#keepsDeadlines) this.#send({ type: isHeld ? 'held' : 'resumed', id });
      },
      onEnd: (outcome) => this.#answer(id, outcome),
    });
  }

  #passProgress(id: string, body: Record<string, unknown>): void {
    const progress = parseLinkMessage({ ...body, type: 'progress', id });
    if (progress !== undefined) this.#send(progress);
  }

  #answer(id: string, outcome: CallOutcome): void {
    const fail = (error: unknown) => this.#send({ type: 'failure', id, error: toWireError(error) });
    if (outcome.ok && outcome.reply.rawId === id) {
      this.#send(toLinkResult(outcome.reply.json), fail);
      return;
    }
    const read = outcome.ok ? readReply(outcome.reply) : { error: outcome.error };
    if ('error' in read) fail(read.error);
    else this.#send({ type: 'result', id, result: read.result }, fail);
  }

  /** Calls `fail` for a message that cannot be sent or did not arrive completely. */
  #send(message: LinkMessage | string, fail: (error: unknown) => void = () => {}): void {
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
}

function closed(outcome: LostOutcome): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The gateway closed its link before it answered.', {
    hint: outcome === 'unknown' ? UNKNOWN_OUTCOME_HINT : 'The call has not run.',
    data: { outcome },
  });
}
