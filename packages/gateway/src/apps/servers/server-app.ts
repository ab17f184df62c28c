// Run: one of the user's MCP servers as an app. Lists are answered from memory; calls wait for a starting server.
import { type Revision, revisionNamed, revisions } from '@sallyport/mcp-door';
import {
  type App,
  type AppCall,
  type CallOptions,
  isRecord,
  type JsonObject,
  Listeners,
  type Relayed,
  type RelayedMethod,
  SallyportError,
  type ToolDeclaration,
} from '@sallyport/protocol';
import type { ServerMemory } from '../../store/server-memory.ts';
import type { ServerSpec } from '../../store/server-spec.ts';
import { parseToolList } from '../tool-list.ts';
import { type Connection, openConnection } from './connection.ts';
import type { WiresOf } from './server-wires.ts';
import { isSignInNeeded } from './sign-in/sign-in.ts';
import { Supervisor, type SupervisorTimes } from './supervisor.ts';
import type { OpenWire } from './wire.ts';

export interface ServerAppOptions {
  readonly spec: ServerSpec;
  readonly memory: ServerMemory;
  readonly wiresOf: WiresOf;
  readonly log: (line: string) => void;
  readonly events: ServerEvents;
  readonly times?: SupervisorTimes;
}

export interface ServerEvents {
  onState(id: string, status: ServerStatus): void;
  onCrash(id: string, attempt: number, maxAttempts: number): void;
  onRestarted(id: string): void;
  onFailed(id: string, error: SallyportError): void;
}

/** A server as `status` shows it. */
export interface ServerStatus {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly transport: string;
  readonly restarts: number;
  readonly tools: number;
  readonly pid?: number;
  readonly protocol?: string;
  /** Why it does not run. */
  readonly problem?: string;
}

export class ServerApp implements App {
  readonly id: string;
  readonly #options: ServerAppOptions;
  readonly #supervisor: Supervisor<Connection>;
  readonly #listeners = new Listeners();
  readonly #noticed = new Listeners<[method: string, params: JsonObject]>();
  #tools: readonly ToolDeclaration[] | undefined;

  constructor(options: ServerAppOptions) {
    const { spec, memory, events, times } = options;
    this.id = spec.id;
    this.#options = options;
    const { tools } = memory.recall(spec);
    this.#tools = tools === undefined ? undefined : parseToolList({ tools }, { isForeign: true });
    this.#supervisor = new Supervisor({
      connect: (signal) => this.#connect(signal),
      onState: () => events.onState(this.id, this.status),
      onCrash: (attempt, max) => events.onCrash(this.id, attempt, max),
      onRestarted: () => events.onRestarted(this.id),
      onFailed: (error) => events.onFailed(this.id, error),
      times: { startMs: spec.startTimeoutMs, ...times },
    });
  }

  start(): void {
    this.#supervisor.start();
  }

  /** Resolves when the server runs or has failed to start. */
  async settle(signal: AbortSignal): Promise<void> {
    await this.#supervisor.ready(signal).catch(() => {});
  }

  restart(): Promise<void> {
    return this.#supervisor.restart();
  }

  get isStopped(): boolean {
    return ['failed', 'stopped', 'signed-out'].includes(this.#supervisor.state);
  }

  get isAway(): boolean {
    return this.#supervisor.live === undefined;
  }

  get status(): ServerStatus {
    const { spec } = this.#options;
    const { state, restarts, live, error } = this.#supervisor;
    return {
      id: this.id,
      name: spec.name,
      state,
      transport: spec.transport.kind,
      restarts,
      tools: this.#tools?.length ?? 0,
      ...(live?.pid === undefined ? {} : { pid: live.pid }),
      protocol: live?.session.protocolVersion,
      problem: error?.message,
    };
  }

  /** Waits for the server only when its tools were never listed. */
  async listTools(): Promise<readonly ToolDeclaration[]> {
    if (this.#tools === undefined) await this.#supervisor.ready(new AbortController().signal);
    return this.#tools ?? [];
  }

  async callTool(call: AppCall, options: CallOptions): Promise<Relayed> {
    const { tool, args, meta } = call;
    const params = { name: tool, arguments: args, _meta: meta };
    return { relayed: await this.#call('tools/call', params, options) };
  }

  relay(method: RelayedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    return this.#call(method, params, options);
  }

  /** Waits for a starting server; rejects when it cannot be started. */
  async capabilities(): Promise<JsonObject> {
    const { capabilities } = (await this.#supervisor.ready(AbortSignal.timeout(CAPABILITIES_MS))).session;
    return capabilities;
  }

  onNotification(listener: (method: string, params: JsonObject) => void): () => void {
    return this.#noticed.add(listener);
  }

  onToolsChanged(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#noticed.clear();
    await this.#supervisor.close();
  }

  async #call(method: 'tools/call' | RelayedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    const connection = await this.#supervisor.ready(options.signal);
    try {
      return await connection.call(method, params, options);
    } catch (thrown) {
      if (!isSessionLost(thrown)) throw thrown;
      // The server ended our MCP session, so the call has not run: try once more in a new one.
      const renewed = await this.#supervisor.renew(connection, options.signal);
      return renewed.call(method, params, options);
    }
  }

  async #connect(signal: AbortSignal): Promise<Connection> {
    const { spec, memory, wiresOf } = this.#options;
    const [first, ...others] = wiresOf(spec);
    if (first === undefined) throw new SallyportError('ERR_INTERNAL', 'A server without a wire.');
    let connecting = this.#greet(first, signal);
    for (const other of others) {
      // If the older transport fails too, the newer one's error is the useful one.
      const before = connecting;
      connecting = before.catch((thrown) =>
        isSignInNeeded(thrown) ? before : this.#greet(other, signal).catch(() => before),
      );
    }
    const connection = await connecting;
    memory.learn(spec, { revision: connection.session.revision.name });
    try {
      await this.#list(connection, signal);
    } catch (thrown) {
      // Nobody else can close it yet, and its processes must not outlive us.
      await connection.close();
      throw thrown;
    }
    // Lists that were answered while it was away lack its prompts.
    if (isRecord(connection.session.capabilities.prompts)) this.#noticed.tell('notifications/prompts/list_changed', {});
    return connection;
  }

  /** The remembered revision may be outdated, and some servers exit at a method they do not know. */
  async #greet(openWire: OpenWire, signal: AbortSignal): Promise<Connection> {
    const { spec, memory } = this.#options;
    const { revision, asksBack = false } = memory.recall(spec);
    const known = revisionNamed(revision);
    const open = (candidates: readonly Revision[]) => {
      const onToolsChanged = () => void opening.then((connection) => this.#relist(connection)).catch(() => {});
      const onAsksBack = () => memory.learn(spec, { asksBack: true });
      const options = {
        openWire,
        asksBack,
        onAsksBack,
        onToolsChanged,
        onNotification: (method: string, params: JsonObject) => this.#noticed.tell(method, params),
        revisions: candidates,
      };
      const opening = openConnection(options, signal);
      return opening;
    };
    try {
      return await open(known === undefined ? revisions : [known]);
    } catch (thrown) {
      signal.throwIfAborted();
      if (isSignInNeeded(thrown)) throw thrown;
      if (known !== undefined) return open(revisions);
      if (isGoneAtGreeting(thrown)) return open(revisions.slice(-1));
      throw thrown;
    }
  }

  #relist(connection: Connection): void {
    this.#list(connection, AbortSignal.timeout(RELIST_MS)).catch((thrown: unknown) => this.#unlisted(thrown));
  }

  async #list(connection: Connection, signal: AbortSignal): Promise<void> {
    try {
      this.#learn(await connection.listTools(signal));
    } catch (thrown) {
      // A running server that cannot list now keeps its earlier tools.
      if (this.#tools === undefined) throw thrown;
      this.#unlisted(thrown);
    }
  }

  #learn(tools: readonly ToolDeclaration[]): void {
    const isNew = JSON.stringify(this.#tools) !== JSON.stringify(tools);
    this.#tools = tools;
    if (!isNew) return;
    this.#options.memory.learn(this.#options.spec, { tools: tools.map(({ foreign = {} }) => foreign) });
    this.#listeners.tell();
  }

  #unlisted(thrown: unknown): void {
    const what = thrown instanceof SallyportError ? thrown.code : 'a fault';
    this.#options.log(`server ${this.id}: its tools could not be listed (${what})`);
  }
}

const RELIST_MS = 30_000;
const CAPABILITIES_MS = 10_000;

function isSessionLost(thrown: unknown): boolean {
  return thrown instanceof SallyportError && thrown.data?.session === 'lost';
}

function isGoneAtGreeting(thrown: unknown): boolean {
  return (
    thrown instanceof SallyportError && thrown.code === 'ERR_SERVER_UNAVAILABLE' && thrown.data?.outcome === 'unknown'
  );
}
