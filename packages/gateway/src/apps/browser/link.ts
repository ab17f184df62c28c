// Run: one live connection to a native host, spoken in frames: calls out, results in, and everything pending ends with it.
import type { Socket } from 'node:net';
import {
  type Call,
  ChunkAssembler,
  ChunkSender,
  type ClientHello,
  encodeFrame,
  FrameDecoder,
  fromWireError,
  type HostHello,
  isRecord,
  type LinkMessage,
  limits,
  type Outgoing,
  type Progress,
  parseLinkMessage,
  SallyportError,
} from '@sallyport/protocol';
import { Answers, type OnCall } from './answers.ts';
import { parseHostHello } from './host-hello.ts';

export interface LinkOptions {
  readonly socket: Socket;
  readonly hello: ClientHello;
  readonly now: () => number;
  readonly onCall: OnCall;
}

export interface LinkCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: SallyportError) => void;
  readonly onProgress?: (progress: Progress) => void;
}

const SWEEP_MS = 5000;

/** Says hello and waits for the answer; rejects when the host refuses, is silent or speaks another wire. */
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
  readonly #socket: Socket;
  readonly #now: () => number;
  readonly #decoder = new FrameDecoder({ maxBytes: limits.frame.linkMaxBytes });
  readonly #sender: ChunkSender;
  readonly #assembler: ChunkAssembler;
  readonly #pending = new Map<string, Pending>();
  readonly #answers: Answers;
  readonly #browserListeners = new Set<() => void>();
  readonly #sweep: NodeJS.Timeout;
  #hello: HostHello | undefined;
  #isClosed = false;
  #greet: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  /** Settles with the host's hello. */
  readonly greeted: Promise<void>;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;

  constructor(options: LinkOptions) {
    this.#socket = options.socket;
    this.#now = options.now;
    this.#answers = new Answers({
      onCall: options.onCall,
      send: (message) => this.#send(message),
      onLost: () => this.#socket.destroy(),
    });
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

  /** The host's hello, with the browser of now. */
  get hello(): HostHello {
    if (this.#hello === undefined) throw new SallyportError('ERR_INTERNAL', 'A link was used before its hello.');
    return this.#hello;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Told when the extension said hello anew: another version, other tools. */
  onBrowser(listener: () => void): void {
    this.#browserListeners.add(listener);
  }

  /**
   * Sends a call. After an abort the host is told, and the promise settles when the tool has stopped, or rejects with the
   * reason when it did not say so within the grace.
   */
  async call(call: Omit<Call, 'type'>, options: LinkCallOptions): Promise<unknown> {
    const { signal, onProgress } = options;
    signal.throwIfAborted();
    if (this.#isClosed) throw gone({ outcome: 'not_run' });
    let graceTimer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#pending.set(call.id, { resolve, reject, ...(onProgress === undefined ? {} : { onProgress }) });
        onAbort = () => {
          graceTimer = setTimeout(() => reject(signal.reason), limits.gateway.cancelGraceMs);
          this.#send({ type: 'cancel', id: call.id, reason: reasonOf(signal) });
        };
        signal.addEventListener('abort', onAbort);
        this.#send({ type: 'call', ...call }, { onFailure: reject });
      });
    } finally {
      this.#pending.delete(call.id);
      clearTimeout(graceTimer);
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    }
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
    this.#greet?.reject(gone({ outcome: 'not_run' }));
    for (const { reject } of this.#pending.values()) reject(gone({ outcome: 'unknown' }));
    this.#pending.clear();
    this.#answers.close();
  }

  #take(bytes: Uint8Array): void {
    for (const decoded of this.#decoder.push(bytes)) {
      if (decoded.ok) this.#receive(decoded.message);
      // Framing is lost, or the host is none of ours: no later message could be trusted.
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
      if (assembled.state === 'complete') this.#receiveText(assembled.json);
      return;
    }
    this.#handle(message);
  }

  #receiveText(json: string): void {
    try {
      this.#receive(JSON.parse(json));
    } catch {
      // A host of ours never chunks what is no JSON; whoever waits for it meets its deadline.
    }
  }

  #handle(message: Exclude<LinkMessage, { type: 'chunk' }>): void {
    switch (message.type) {
      case 'result':
        this.#pending.get(message.id)?.resolve(message.result);
        return;
      case 'failure':
        this.#pending.get(message.id)?.reject(fromWireError(message.error));
        return;
      case 'progress': {
        const { type: _, id, ...progress } = message;
        this.#pending.get(id)?.onProgress?.(progress);
        return;
      }
      case 'event':
        if (message.name === 'browser') this.#takeBrowser(message.params);
        return;
      case 'ack':
        this.#sender.acknowledge(message);
        return;
      case 'ping':
        this.#send({ type: 'pong', timestamp: this.#now() });
        return;
      case 'call':
        this.#answers.answer(message, this.hello);
        return;
      case 'cancel':
        this.#answers.withdraw(message.id);
        return;
      case 'pong':
        return;
    }
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
    this.#sender.send(message, outgoing);
  }

  #post(json: string): void {
    if (!this.#socket.destroyed) this.#socket.write(encodeFrame(json));
  }
}

function gone(data: { readonly outcome: 'unknown' | 'not_run' }): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'The link to the browser broke.', {
    hint:
      data.outcome === 'unknown'
        ? 'Whether the call took effect is unknown: look before you repeat.'
        : 'The call has not run. Open the browser and call again.',
    data,
  });
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof SallyportError ? signal.reason.code : 'ERR_CANCELLED';
}
