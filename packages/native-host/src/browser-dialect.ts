// Messages from the extension, our own or a legacy one: answers them or passes them on.
import {
  agreeOnWire,
  type BrowserHello,
  type Clock,
  capabilities,
  type DecodeProblem,
  type FromBrowser,
  isDeeper,
  limits,
  PRODUCT_VERSION,
  parseFromBrowser,
  type SallyportError,
  toWireError,
  WIRE,
} from '@sallyport/protocol';
import type { HostRequests } from './host-requests.ts';
import type { Log } from './log.ts';
import { describeProblem, tooDeep } from './problem.ts';
import { rawReply } from './reply.ts';
import type { Router } from './router.ts';

export interface BrowserDialectOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly hostId: string;
  readonly router: Router;
  readonly hostRequests: HostRequests;
  /** Never throws. */
  readonly send: (message: object) => void;
  /** For all framed clients and the gateway. */
  readonly onNotification: (body: Record<string, unknown>) => void;
  readonly onHello: (hello: BrowserHello) => void;
}

export class BrowserDialect {
  readonly #options: BrowserDialectOptions;
  #badFrames = 0;
  #refusal: SallyportError | undefined;

  constructor(options: BrowserDialectOptions) {
    this.#options = options;
  }

  /** Answers every further request with this error, since no client can reach this host. */
  refuseAll(reason: SallyportError): void {
    this.#refusal = reason;
  }

  /** `value` is undefined for results of our own extension, which are passed on unparsed. */
  handle(value: unknown, json: string): void {
    if (value === undefined) {
      const reply = rawReply(json);
      this.#options.router.reply(reply.rawId, reply);
      return;
    }
    const message = parseFromBrowser(value);
    if (isDeeper(value, limits.json.maxDepth)) this.#refuseDeep(message);
    else if (message.type === 'invalid') this.#reportProblem(message.reason);
    else if (this.#refusal !== undefined) this.#refuse(message, this.#refusal);
    else this.#answer(message, json);
  }

  /** Reports bytes that cannot be decoded. Reading continues with the next frame. */
  handleProblem(problem: DecodeProblem, byteLength: number): void {
    this.#reportProblem(`A frame cannot be read: ${describeProblem(problem, byteLength)}`);
  }

  #answer(message: FromBrowser, json: string): void {
    const { clock, router, send, hostRequests, onNotification } = this.#options;
    switch (message.type) {
      case 'ping':
        send({ type: 'pong', timestamp: clock.now() });
        break;
      case 'get_status':
        send({ type: 'status_response', native_host_version: PRODUCT_VERSION });
        break;
      case 'tool_response':
        router.reply(message.id, { body: message.body, json });
        break;
      case 'notification':
        onNotification(message.body);
        break;
      case 'progress':
        router.progress(message.id, message.body);
        break;
      case 'held':
      case 'resumed':
        router.held(message.id, message.type === 'held');
        break;
      case 'hello':
        this.#greet(message.hello);
        break;
      case 'host_request':
        hostRequests.handle(message.requestId, message.message);
        break;
      case 'cancel':
        hostRequests.cancel(message.requestId);
        break;
      case 'chunk':
      case 'ack':
        this.#reportProblem(`${message.type} requires a hello with the capability "chunks"`);
    }
  }

  #greet(hello: BrowserHello): void {
    const { send, hostId, onHello } = this.#options;
    try {
      agreeOnWire(
        { name: 'the native host', wire: WIRE, version: PRODUCT_VERSION, update: 'Run "sallyport install" again.' },
        { name: 'the extension', wire: hello.wire, version: hello.version, update: 'Update it in the browser.' },
      );
    } catch (error) {
      const { code, message, hint } = toWireError(error);
      this.#reportProblem(`${code}: ${message} ${hint ?? ''}`);
      return;
    }
    // Before the answer, so that the record is up to date when the extension reads it.
    onHello(hello);
    send({ type: 'hello', wire: WIRE, version: PRODUCT_VERSION, host_id: hostId, capabilities });
  }

  /** Such a message cannot be serialised again. Whoever waits for it gets an error instead. */
  #refuseDeep(message: ReturnType<typeof parseFromBrowser>): void {
    const error = toWireError(tooDeep());
    if (message.type === 'tool_response') {
      const body = { ...(message.id === undefined ? {} : { id: message.id }), error };
      this.#options.router.reply(message.id, { body, json: JSON.stringify({ type: message.type, ...body }) });
    } else if (message.type === 'host_request' && message.requestId !== undefined) {
      this.#options.send({ type: 'error', request_id: message.requestId, error });
    } else this.#reportProblem(error.message);
  }

  #refuse(message: FromBrowser, refusal: SallyportError): void {
    const wire = toWireError(refusal);
    const hasId = message.type === 'host_request' && message.requestId !== undefined;
    this.#options.send(
      hasId
        ? { type: 'error', request_id: message.requestId, error: wire }
        : { type: 'error', error: `${wire.message} ${wire.hint ?? ''}`.trim() },
    );
  }

  #reportProblem(error: string): void {
    this.#badFrames += 1;
    this.#options.log(`${error} (from the browser; ${this.#badFrames} bad messages so far)`);
    this.#options.send({ type: 'error', error });
  }
}
