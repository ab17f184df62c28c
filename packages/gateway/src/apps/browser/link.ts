// Run: one framed connection to a native host: calls out, results in. Closing it rejects everything pending.
import type { Socket } from 'node:net';
import {
  type Call,
  type CallOptions,
  ChunkAssembler,
  ChunkSender,
  type ClientHello,
  encodeFrame,
  FrameDecoder,
  fromWireError,
  type HostHello,
  IncomingRequests,
  isDeeper,
  isRecord,
  type LinkMessage,
  limits,
  type Outgoing,
  OutgoingRequests,
  type Progress,
  parseJson,
  parseLinkMessage,
  SallyportError,
  systemClock,
  toWireError,
  toWireMessage,
} from '@sallyport/protocol';
import { parseHostHello } from './host-hello.ts';
import { gone, tooDeep } from './link-errors.ts';

export interface LinkOptions {
  readonly socket: Socket;
  readonly hello: ClientHello;
  readonly now: () => number;
  /** Ids for calls that bring none: random, since a host refuses an id it has seen from any gateway. */
  readonly createId: () => string;
  /** Answers a call of the host; what it throws is sent as the failure. */
  readonly onCall: (call: Call, context: AnswerContext) => Promise<unknown>;
}

export interface AnswerContext {
  /** The host's latest hello. */
  readonly hello: HostHello;
  /** Aborted when the host cancels the call, and when the link breaks. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface LinkCall extends Omit<Call, 'type' | 'id'> {
  readonly id?: string;
}

export type LinkCallOptions = Pick<CallOptions, 'signal' | 'onProgress' | 'hold'>;

const SWEEP_MS = 5000;

/** Says hello and waits for the host's; rejects when the host refuses, is silent or has no common wire version. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const link = new Link(options);
  try {
    await link.greeted;
    return link;
  } catch (error) {
    await link.close();
    throw error;
  }
}

export class Link {
  readonly #options: LinkOptions;
  readonly #socket: Socket;
  readonly #decoder = new FrameDecoder({ maxBytes: limits.frame.linkMaxBytes });
  readonly #sender: ChunkSender;
  readonly #assembler: ChunkAssembler;
  readonly #outgoing: OutgoingRequests<string, unknown>;
  readonly #incoming = new IncomingRequests<string>();
  readonly #browserListeners = new Set<() => void>();
  readonly #sweep: NodeJS.Timeout;
  #hello: HostHello | undefined;
  #isClosed = false;
  #greet: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  /** Settles with the host's hello. */
  readonly greeted: Promise<void>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#outgoing = new OutgoingRequests({ createId: options.createId, clock: systemClock, closed: gone });
    this.#sender = new ChunkSender({ post: (json) => this.#post(json), now: options.now });
    this.#assembler = new ChunkAssembler({ post: (ack) => this.#post(JSON.stringify(ack)), now: options.now });
    this.greeted = new Promise((resolve, reject) => {
      this.#greet = { resolve, reject };
    });
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve(this.#end())));
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('data', (bytes) => this.#take(bytes));
    const helloTimer = setTimeout(() => this.#refuse('It did not answer our hello in time.'), limits.gateway.helloMs);
    this.greeted.then(
      () => clearTimeout(helloTimer),
      () => clearTimeout(helloTimer),
    );
    this.#sweep = setInterval(() => {
      this.#sender.sweep();
      this.#assembler.sweep();
    }, SWEEP_MS);
    this.#post(JSON.stringify(options.hello));
  }

  /** The host's hello, with its current browser. */
  get hello(): HostHello {
    if (this.#hello === undefined) throw new SallyportError('ERR_INTERNAL', 'A link was used before its hello.');
    return this.#hello;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Called when the extension says hello again, possibly with another version or other tools. */
  onBrowser(listener: () => void): void {
    this.#browserListeners.add(listener);
  }

  /**
   * Sends a call. After an abort the host gets a cancel, and the promise settles when the tool has stopped, or rejects with
   * the abort's reason after the grace.
   */
  call(
    { id, deadlineMs, agent, method, params }: LinkCall,
    { signal, onProgress, hold }: LinkCallOptions,
  ): Promise<unknown> {
    let resume: (() => void) | undefined;
    return this.#outgoing.request({
      id,
      signal,
      onProgress,
      onHeld: (isHeld) => {
        resume?.();
        resume = isHeld ? hold?.() : undefined;
      },
      graceMs: limits.gateway.cancelGraceMs,
      send: (callId) => {
        const onFailure = (error: SallyportError) => void this.#outgoing.reject(callId, error);
        // The payload comes last: hosts pass it on without parsing it.
        this.#send({ type: 'call', id: callId, deadlineMs, agent, method, params }, { onFailure });
      },
      cancel: (callId, reason) => this.#send({ type: 'cancel', id: callId, reason: codeOf(reason) }),
    });
  }

  /** May be called again. Resolves when the socket is closed and everything pending was rejected. */
  async close(): Promise<void> {
    this.#socket.destroy();
    await this.closed;
  }

  #end(): void {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    this.#sender.close();
    this.#greet?.reject(gone('not_run'));
    this.#outgoing.close();
    this.#incoming.close(new SallyportError('ERR_CANCELLED', 'The browser disconnected during the call.'));
  }

  #take(bytes: Uint8Array): void {
    for (const decoded of this.#decoder.push(bytes)) {
      if (decoded.ok) this.#receive(decoded.message);
      // Framing is lost, or this is not a native host: no later message can be trusted.
      else if (decoded.problem === 'too-long' || decoded.problem === 'empty') this.#socket.destroy();
    }
  }

  #receive(value: unknown): void {
    if (this.#hello === undefined) {
      this.#takeHello(value);
      return;
    }
    const message = parseLinkMessage(value);
    if (message === undefined) return;
    if (message.type === 'chunk') {
      const assembled = this.#assembler.receive(message);
      // A message that is not JSON is dropped; the call that waits for it times out.
      if (assembled.state === 'complete') this.#receive(parseJson(assembled.json));
      return;
    }
    if (isDeeper(value, limits.json.maxDepth)) this.#refuseDeep(message);
    else this.#handle(message);
  }

  /** Such a message cannot be serialised again. Whoever waits for it gets an error instead. */
  #refuseDeep(message: LinkMessage): void {
    if (message.type === 'result' || message.type === 'failure') this.#outgoing.reject(message.id, tooDeep());
    if (message.type === 'call') this.#send({ type: 'failure', id: message.id, error: toWireError(tooDeep()) });
  }

  #handle(message: Exclude<LinkMessage, { type: 'chunk' }>): void {
    switch (message.type) {
      case 'result':
        this.#outgoing.resolve(message.id, message.result);
        return;
      case 'failure':
        this.#outgoing.reject(message.id, fromWireError(message.error));
        return;
      case 'progress': {
        const { type: _, id, ...progress } = message;
        this.#outgoing.progress(id, progress);
        return;
      }
      case 'held':
      case 'resumed':
        this.#outgoing.held(message.id, message.type === 'held');
        return;
      case 'event':
        if (message.name === 'browser') this.#takeBrowser(message.params);
        return;
      case 'ack':
        this.#sender.acknowledge(message);
        return;
      case 'ping':
        this.#send({ type: 'pong', timestamp: this.#options.now() });
        return;
      case 'call':
        this.#serve(message);
        return;
      case 'cancel':
        this.#incoming.cancel(message.id, new SallyportError('ERR_CANCELLED', 'The caller withdrew the call.'));
        return;
      case 'pong':
        return;
    }
  }

  #serve(call: Call): void {
    const { id } = call;
    const { hello } = this;
    const onProgress = (progress: Progress) => {
      if (this.#incoming.isOpen(id)) this.#send({ type: 'progress', id, ...progress });
    };
    this.#incoming
      .serve(id, (signal) => this.#options.onCall(call, { hello, signal, onProgress }))
      .then(
        (result) => this.#send({ type: 'result', id, result }),
        (thrown: unknown) => this.#send({ type: 'failure', id, error: toWireError(thrown) }),
      )
      // Without the answer the host would wait until its deadline.
      .catch(() => this.#socket.destroy());
  }

  #takeHello(value: unknown): void {
    const hello = isRecord(value) ? parseHostHello(value) : undefined;
    if (hello instanceof SallyportError) {
      this.#greet?.reject(hello);
      return;
    }
    if (hello === undefined) {
      this.#refuse('It did not begin with a hello.');
      return;
    }
    this.#hello = hello;
    if (hello.capabilities.includes('chunks')) this.#sender.allowChunks();
    this.#greet?.resolve();
  }

  #takeBrowser(params: Record<string, unknown>): void {
    const hello = parseHostHello({ ...this.hello, ...params, role: 'host', hostId: this.hello.hostId });
    if (hello === undefined || hello instanceof SallyportError) return;
    this.#hello = hello;
    for (const listener of [...this.#browserListeners]) listener();
  }

  #refuse(why: string): void {
    this.#greet?.reject(new SallyportError('ERR_PROTOCOL_ERROR', `The native host cannot be used. ${why}`));
    this.#socket.destroy();
  }

  #send(message: LinkMessage, outgoing: Outgoing = {}): void {
    this.#sender.send(toWireMessage(message), outgoing);
  }

  #post(json: string): void {
    if (this.#socket.destroyed) return;
    this.#socket.write(encodeFrame(json));
    // A host that does not read is disconnected, to bound the memory; it is dialled again.
    if (this.#socket.writableLength > limits.gateway.hostQueueMaxBytes) this.#socket.destroy();
  }
}

function codeOf(reason: unknown): string {
  return reason instanceof SallyportError ? reason.code : 'ERR_CANCELLED';
}
