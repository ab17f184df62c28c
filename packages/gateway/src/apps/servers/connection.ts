// An open connection to a server: its tools, its calls, and the requests and notifications it sends in between.
import {
  cannotAsk,
  isQuestion,
  type MirroredParam,
  mirroredParams,
  paramHeaders,
  type Revision,
} from '@sallyport/mcp-door';
import {
  type CallOptions,
  isRecord,
  type JsonObject,
  limits,
  type RelayedMethod,
  SallyportError,
  type ToolDeclaration,
} from '@sallyport/protocol';
import { parseToolList } from '../tool-list.ts';
import { handshake, type Session, self } from './handshake.ts';
import { Lane } from './lane.ts';
import { type RequestOptions, RpcPeer } from './rpc-peer.ts';
import { isSignedOut } from './sign-in/sign-in.ts';
import { WatchedResources } from './watched-resources.ts';
import type { OpenWire, Wire } from './wire.ts';

export interface ConnectionOptions {
  readonly openWire: OpenWire;
  /** The revisions to try, in this order. */
  readonly revisions: readonly Revision[];
  /** The server has asked in the middle of a call before, so its calls run one at a time. */
  readonly asksBack: boolean;
  readonly onAsksBack: () => void;
  readonly onToolsChanged: () => void;
  /** A notification that belongs to no call and does not concern tools. */
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/** Opens the wire and greets the server; a failure closes everything that was opened. */
export async function openConnection(options: ConnectionOptions, signal: AbortSignal): Promise<Connection> {
  const connection = new Connection(options);
  try {
    await connection.greet(signal);
    return connection;
  } catch (thrown) {
    await connection.close();
    throw thrown;
  }
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #peer: RpcPeer;
  readonly #calls = new Set<CallOptions>();
  readonly #lane = new Lane();
  readonly #life = new AbortController();
  readonly #watched = new WatchedResources({
    request: (method, params, options) => this.#request(method, params, options),
    listen: () => this.session.revision.subscription?.method,
    life: this.#life.signal,
  });
  /** By tool name. */
  #mirrored: ReadonlyMap<string, readonly MirroredParam[]> = new Map();
  #wire: Wire | undefined;
  #session: Session | undefined;
  #asksBack: boolean;
  /** Why no new call can succeed; calls that are under way may still end well. */
  #spent: SallyportError | undefined;
  /** Resolves with the reason when the connection is closed. */
  readonly closed: Promise<SallyportError>;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#asksBack = options.asksBack;
    let tellClosed: (why: SallyportError) => void = () => {};
    this.closed = new Promise((resolve) => {
      tellClosed = resolve;
    });
    this.#peer = new RpcPeer({
      onNotification: (method, params) => this.#notice(method, params),
      onRequest: (method, params, signal) => this.#answer(method, params, signal),
      onClosed: (why) => {
        this.#life.abort(why);
        tellClosed(why);
      },
    });
  }

  async greet(signal: AbortSignal): Promise<void> {
    this.#wire = await this.#options.openWire(this.#peer, signal);
    this.#peer.attach(this.#wire);
    this.#session = await handshake(this.#peer, this.#options.revisions, signal);
    this.#listen();
  }

  get session(): Session {
    if (this.#session === undefined) throw new SallyportError('ERR_INTERNAL', 'A server was used before its greeting.');
    return this.#session;
  }

  get isClosed(): boolean {
    return this.#peer.isClosed;
  }

  get pid(): number | undefined {
    return this.#wire?.pid;
  }

  async listTools(signal: AbortSignal): Promise<readonly ToolDeclaration[]> {
    if (!isRecord(this.session.capabilities.tools)) return [];
    const tools: ToolDeclaration[] = [];
    let cursor: unknown;
    for (let page = 0; page < limits.server.maxPages; page += 1) {
      const answer = await this.#request('tools/list', cursor === undefined ? {} : { cursor }, { signal, graceMs: 0 });
      tools.push(...parseToolList(answer, { isForeign: true }));
      cursor = answer.nextCursor;
      if (typeof cursor !== 'string') return this.#mirror(tools);
    }
    throw new SallyportError('ERR_PROTOCOL_ERROR', "The server's list of tools has too many pages.");
  }

  /** For revisions that mirror arguments into HTTP headers: notes which ones, and drops tools with invalid annotations. */
  #mirror(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[] {
    if (!this.session.revision.server.mirrorsArguments || this.#wire?.takesHeaders !== true) return tools;
    const scanned = tools.map((tool) => ({ tool, params: mirroredParams(tool.inputSchema) }));
    this.#mirrored = new Map(
      scanned.flatMap(({ tool, params = [] }) => (params.length === 0 ? [] : [[tool.name, params] as const])),
    );
    return scanned.flatMap(({ tool, params }) => (params === undefined ? [] : [tool]));
  }

  /** Runs a tool, prompt or resource of the server; its questions go to the caller. */
  call(method: 'tools/call' | RelayedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    if (method === 'resources/subscribe' || method === 'resources/unsubscribe') {
      return this.#watched.change(method, params, options);
    }
    const { server } = this.session.revision;
    const work = async () => {
      this.#calls.add(options);
      try {
        return await server.call(
          (sent, capabilities) => this.#request(method, sent, options, capabilities),
          params,
          options,
        );
      } finally {
        this.#calls.delete(options);
        this.#endIfSpent();
      }
    };
    return this.#asksBack && server.asksOutsideCalls ? this.#lane.run(work, options.signal) : work();
  }

  /** Ends the server with all its processes. May be called again. */
  async close(): Promise<void> {
    await this.#wire?.close();
    this.#peer.onClosed(new SallyportError('ERR_SERVER_UNAVAILABLE', 'The server was stopped.'));
  }

  async #request(
    method: string,
    params: JsonObject,
    options: CallOptions & Pick<RequestOptions, 'graceMs'>,
    capabilities: JsonObject = {},
  ): Promise<JsonObject> {
    const { signal, onProgress, logLevel, graceMs } = options;
    const sent = this.session.revision.server.envelope(params, { ...self, capabilities }, logLevel);
    try {
      return await this.#peer.request(method, sent, {
        signal,
        headers: this.#headersFor(method, params),
        onProgress,
        graceMs,
      });
    } catch (thrown) {
      if (isSignedOut(thrown)) this.#spent = thrown;
      this.#endIfSpent();
      throw thrown;
    }
  }

  #endIfSpent(): void {
    if (this.#spent === undefined || this.#calls.size > 0 || this.#peer.isClosed) return;
    this.#peer.onClosed(this.#spent);
    this.#wire?.close().catch(() => {});
  }

  #headersFor(method: string, { name, arguments: args }: JsonObject): RequestOptions['headers'] {
    const mirrored = method === 'tools/call' ? this.#mirrored.get(String(name)) : undefined;
    return mirrored && paramHeaders(mirrored, isRecord(args) ? args : {});
  }

  /** These questions name no call; they can be attributed only while a single call is under way. */
  async #answer(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (method === 'ping') return {};
    if (!isQuestion(method))
      throw new SallyportError('ERR_PROTOCOL_ERROR', `Method not found: ${method.slice(0, 100)}`);
    if (!this.#asksBack) {
      this.#asksBack = true;
      this.#options.onAsksBack();
    }
    const [only, ...others] = this.#calls;
    if (only?.ask === undefined || others.length > 0) throw cannotAsk();
    return only.ask(method, params, AbortSignal.any([signal, only.signal]));
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/tools/list_changed') this.#options.onToolsChanged();
    const [only, ...others] = this.#calls;
    // With several calls under way the log line cannot be attributed, and agents must not read each other's.
    if (method === 'notifications/message' && others.length === 0) only?.onLog?.(params);
    if (relayedNotices.includes(method)) this.#options.onNotification(method, params);
  }

  /** Stays open as long as the connection. A server without subscriptions refuses it, which is fine. */
  #listen(): void {
    const { subscription } = this.session.revision;
    if (subscription === undefined) return;
    const notifications = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
    const { signal } = this.#life;
    this.#request(subscription.method, { notifications }, { signal }).catch((thrown: unknown) => {
      if (signal.aborted || !isBrokenOff(thrown)) return;
      // Changes in between were not notified.
      const timer = setTimeout(() => {
        if (signal.aborted) return;
        this.#options.onToolsChanged();
        this.#listen();
      }, limits.server.relistenMs);
      timer.unref();
    });
  }
}

function isBrokenOff(thrown: unknown): boolean {
  return thrown instanceof SallyportError && thrown.data?.outcome === 'unknown' && thrown.data.status === undefined;
}

const relayedNotices = [
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
];
