// One connection to a native host, from hello to its end, with chunks both ways and pings.
import {
  agreeOnWire,
  type BrowserHello,
  ChunkAssembler,
  ChunkSender,
  type Clock,
  isSurelyShort,
  limits,
  type Outgoing,
  parseToBrowser,
  SallyportError,
  type ToBrowser,
  type ToolRequest,
  type WireRange,
} from '@sallyport/protocol';
import { type LinkState, stateAfter } from '../base/link-status.ts';
import type { GatewayReply } from './gateway-requests.ts';
import type { NativePort, OpenPort } from './native-port.ts';

export interface ConnectionEvents {
  /** Host and extension agreed on a wire version. */
  ready(): void;
  /** The host answered a ping, so it is running. */
  alive(): void;
  request(request: ToolRequest): void;
  cancel(callId: string, reason: string): void;
  /** A program at the host's socket closed its connection. */
  clientGone(clientId: number): void;
  /** Concerns a request of the extension. */
  reply(reply: GatewayReply): void;
  /** Called once, and not after close(). */
  ended(state: LinkState): void;
}

export interface ConnectionOptions {
  readonly openPort: OpenPort;
  readonly hello: BrowserHello;
  readonly clock: Clock;
  readonly events: ConnectionEvents;
}

export class Connection {
  readonly #hello: BrowserHello;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  readonly #port: NativePort;
  readonly #sender: ChunkSender<object>;
  readonly #assembler: ChunkAssembler;
  #cancelTimer: () => void;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#hello = options.hello;
    this.#clock = options.clock;
    this.#events = options.events;
    const now = () => this.#clock.now();
    this.#sender = new ChunkSender<object>({ post: (_, frame) => this.#port.post(frame), now });
    this.#assembler = new ChunkAssembler({ post: (ack) => this.#port.post(ack), now });
    this.#port = options.openPort({
      message: (value) => this.#receive(value),
      gone: (reason) => this.#end(stateAfter(reason)),
    });
    this.#cancelTimer = this.#clock.after(limits.extension.helloMs, () => this.#end('version-mismatch'));
    this.sayHello(options.hello);
  }

  /** Sent again when something in it has changed: the host passes on the latest. */
  sayHello({ toolsHash, siteAccess, ...hello }: BrowserHello): void {
    this.#port.post({ type: 'hello', ...hello, tools_hash: toolsHash, site_access: siteAccess });
  }

  /** Throws ERR_FRAME_TOO_LARGE, ERR_RATE_LIMITED, or ERR_SERVER_UNAVAILABLE after the end. */
  send(message: object, outgoing?: Outgoing): void {
    if (this.#isClosed)
      throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'The connection to the native host is closed.');
    if (isSurelyShort(message, limits.chunk.maxUnits)) this.#port.post(message);
    else this.#sender.send(message, outgoing);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimer();
    this.#sender.close();
    this.#port.close();
  }

  #end(state: LinkState): void {
    if (this.#isClosed) return;
    this.close();
    this.#events.ended(state);
  }

  #receive(value: unknown): void {
    const message = parseToBrowser(value);
    if (message !== undefined && !this.#isClosed) this.#take(message);
  }

  #take(message: ToBrowser): void {
    switch (message.type) {
      case 'hello':
        this.#greet(message);
        break;
      case 'pong':
        this.#events.alive();
        this.#pingLater();
        break;
      case 'tool_request':
        this.#events.request(message);
        break;
      case 'cancel':
        this.#events.cancel(message.id, message.reason);
        break;
      case 'chunk': {
        const assembled = this.#assembler.receive(message);
        if (assembled.state === 'complete') this.#receive(JSON.parse(assembled.json));
        break;
      }
      case 'ack':
        this.#sender.acknowledge(message);
        break;
      case 'error':
        // A legacy host answers hello with this error.
        if ('request_id' in message) this.#events.reply(message);
        else if (message.error === 'Unknown message type: hello') this.#end('version-mismatch');
        break;
      case 'host_result':
      case 'progress':
        this.#events.reply(message);
        break;
      case 'mcp_disconnected':
        this.#events.clientGone(message.client_id);
        break;
      case 'status_response':
      case 'mcp_connected':
        break;
    }
  }

  #greet(host: { readonly wire: WireRange; readonly version: string; readonly capabilities: readonly string[] }): void {
    if (!canAgree(this.#hello, host)) {
      this.#end('version-mismatch');
      return;
    }
    if (host.capabilities.includes('chunks')) this.#sender.allowChunks();
    this.#events.ready();
    this.#ping();
  }

  #ping(): void {
    this.#sender.sweep();
    this.#assembler.sweep();
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.after(limits.extension.pongMs, () => this.#end('host-exited'));
    this.#port.post({ type: 'ping' });
  }

  #pingLater(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.after(limits.extension.pingMs, () => this.#ping());
  }
}

function canAgree(ours: BrowserHello, host: { readonly wire: WireRange; readonly version: string }): boolean {
  try {
    agreeOnWire(
      { name: 'the browser extension', wire: ours.wire, version: ours.version, update: 'Update the extension.' },
      { name: 'the native host', wire: host.wire, version: host.version, update: 'Run "sallyport install".' },
    );
    return true;
  } catch {
    // The host's log says which side is older.
    return false;
  }
}
