// Run: the browser as one app, however many of them are linked. A stay keeps to the browser it began with.
import {
  type AgentLabel,
  type App,
  type AppCall,
  BoundedMap,
  type CallOptions,
  type CallResult,
  isRecord,
  type JsonObject,
  Listeners,
  limits,
  parseReply,
  type Reply,
  SallyportError,
  type ToolDeclaration,
} from '@sallyport/protocol';
import { readChoice, showChoices } from '../choice.ts';
import { parseToolList } from '../tool-list.ts';
import { BROWSERS_TOOL, browsersTool, chosenIsAway, noSuchBrowser } from './browser-choice.ts';
import type { Link } from './link.ts';
import { withContents } from './uploads.ts';

export interface BrowserAppOptions {
  /** The user's. */
  readonly home: string;
  readonly log: (line: string) => void;
  readonly onArrival?: (browser: LinkedBrowser) => void;
  readonly onDeparture?: (browser: LinkedBrowser) => void;
  /** The agents that are here now: a browser that comes hears of them, so that it keeps their tabs. */
  readonly present?: () => readonly AgentLabel[];
}

/** A browser that can be called, as `status` shows it. */
export interface LinkedBrowser {
  readonly hostId: string;
  /** For people: "firefox 128.0 · work". */
  readonly name: string;
  readonly profile: string;
  readonly version: string;
  readonly tools: number;
  /** Whether the user lets its extension open sites; not said by older ones. */
  readonly siteAccess?: boolean;
}

/** Yes for this call, yes for good, or no. */
export type UserAnswer = 'once' | 'always' | 'no';

interface Connection {
  readonly link: Link;
  tools: readonly ToolDeclaration[];
  toolsHash: string | undefined;
  /** Sessions that have called, and so may have tabs there. */
  readonly sessions: Set<string>;
}

/** A run's hour of agents; the oldest binding goes first, and an agent that comes back chooses again. */
const REMEMBERED_SESSIONS = 1024;

export class BrowserApp implements App {
  readonly id = 'browser';
  readonly callTime = { timeoutMs: limits.agent.browserTimeoutMs, mayCallerChoose: true };
  readonly #options: BrowserAppOptions;
  /** By host id, oldest first. */
  readonly #connections = new Map<string, Connection>();
  /** Which profile a session works in, and whether it said so itself. */
  readonly #profiles = new BoundedMap<string, { readonly profile: string; readonly isChosen: boolean }>(
    REMEMBERED_SESSIONS,
  );
  readonly #listeners = new Listeners();
  /** What the last browser declared, so that a list does not empty while a browser restarts. */
  #lastTools: readonly ToolDeclaration[] | undefined;

  constructor(options: BrowserAppOptions) {
    this.#options = options;
  }

  /** Takes a greeted link. Resolves when the browser behind it has declared its tools, or is not there yet. */
  async attach(link: Link): Promise<void> {
    link.onBrowser(() => {
      this.#connect(link).catch((error: unknown) => this.#options.log(`tools of a browser: ${String(error)}`));
    });
    link.closed.then(() => this.#disconnect(link)).catch(() => {});
    await this.#connect(link);
  }

  get browsers(): readonly LinkedBrowser[] {
    return [...this.#connections.values()].map(describe);
  }

  async listTools(): Promise<readonly ToolDeclaration[]> {
    const connections = [...this.#connections.values()];
    // Of a tool that several browsers have, the one of the newest link is shown.
    const byName = new Map(connections.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool])));
    const choice = connections.length > 1 ? [browsersTool] : [];
    if (connections.length > 0) this.#lastTools = [...byName.values(), ...choice];
    if (this.#lastTools === undefined) throw noBrowser();
    return this.#lastTools;
  }

  async callTool(call: AppCall, options: CallOptions): Promise<CallResult> {
    if (call.tool === BROWSERS_TOOL) return this.#answerChoice(call);
    const args = call.tool === 'upload' ? await withContents(this.#options, call, options) : call.args;
    const { link, sessions } = this.#connectionOf(call.caller.session);
    sessions.add(call.caller.session);
    const result = await link.call(
      {
        id: call.callId,
        method: 'call_tool',
        params: { name: call.tool, arguments: args, reply: 'parts' },
        deadlineMs: call.timeoutMs,
        agent: call.caller,
      },
      options,
    );
    const reply = parseReply(result);
    if (reply !== undefined) return reply;
    // An extension of an earlier version renders for MCP itself.
    if (isRecord(result)) return { relayed: result };
    throw new SallyportError('ERR_PROTOCOL_ERROR', 'The browser returned a malformed result.');
  }

  /** Asks the user in a browser, the agent's own first. Undefined when there is none in which somebody can be asked. */
  async askUser(caller: AgentLabel, tool: string, signal: AbortSignal): Promise<UserAnswer | undefined> {
    const own = this.#profiles.get(caller.session)?.profile;
    const connections = [...this.#connections.values()].reverse();
    for (const { link } of connections.sort((a, b) => Number(profileOf(b) === own) - Number(profileOf(a) === own))) {
      const asking = link.call(
        {
          method: 'ask_user',
          params: { tool },
          deadlineMs: limits.agent.consentMs,
          agent: caller,
        },
        { signal },
      );
      const answer = await asking.catch((thrown: unknown) => {
        signal.throwIfAborted();
        // One that is older, or where nobody sits, or that has just gone, does not keep us from the next.
        const isUnheard = thrown instanceof SallyportError && thrown.code !== 'ERR_CONSENT_TIMEOUT';
        if (isUnheard) return undefined;
        throw thrown;
      });
      const { allow } = isRecord(answer) ? answer : {};
      if (allow === 'once' || allow === 'always' || allow === 'no') return allow;
    }
    return undefined;
  }

  /** Its agent has left: browsers in which it worked keep its tabs for so long, `null` for good. */
  endSession(caller: AgentLabel, keepMs: number | null): void {
    for (const { link, sessions } of this.#connections.values()) {
      if (sessions.delete(caller.session)) void this.#tell(link, 'end_stay', { keep_ms: keepMs }, caller);
    }
  }

  /** It came back, after a time in which browsers could think it was gone. */
  holdSession(caller: AgentLabel): void {
    for (const connection of this.#connections.values()) this.#hold(connection, caller);
  }

  onToolsChanged(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([...this.#connections.values()].map(({ link }) => link.close()));
  }

  async #connect(link: Link): Promise<void> {
    const { hostId, toolsHash } = link.hello;
    // Without its hash the extension has not said hello yet; the host will tell when it does.
    if (toolsHash === undefined) return;
    const known = this.#connections.get(hostId);
    if (known?.link === link && known.toolsHash === toolsHash) return;
    const tools = await this.#askForTools(link);
    if (link.isClosed) return;
    const connection: Connection = {
      link,
      tools,
      toolsHash,
      sessions: known?.link === link ? known.sessions : new Set(),
    };
    this.#connections.set(hostId, connection);
    if (known?.link !== link) for (const caller of this.#options.present?.() ?? []) this.#hold(connection, caller);
    if (known === undefined) this.#options.onArrival?.(describe(connection));
    this.#listeners.tell();
  }

  /** Its extension may have been away for a while, and its memory of who is here with it. */
  #hold({ link, sessions }: Connection, caller: AgentLabel): void {
    sessions.add(caller.session);
    void this.#tell(link, 'hold_stay', {}, caller);
  }

  /** Nobody waits for what a browser says to this; one that goes meanwhile ends sessions by itself. */
  async #tell(link: Link, method: string, params: JsonObject, agent: AgentLabel): Promise<void> {
    const deadlineMs = limits.gateway.helloMs;
    const signal = AbortSignal.timeout(deadlineMs);
    await link.call({ method, params, deadlineMs, agent }, { signal }).catch(() => {});
  }

  async #askForTools(link: Link): Promise<readonly ToolDeclaration[]> {
    const deadlineMs = limits.gateway.helloMs;
    const answer = await link.call(
      { method: 'list_tools', params: {}, deadlineMs },
      { signal: AbortSignal.timeout(deadlineMs) },
    );
    return parseToolList(answer);
  }

  #disconnect(link: Link): void {
    const connection = this.#connections.get(link.hello.hostId);
    if (connection?.link !== link) return;
    this.#connections.delete(link.hello.hostId);
    this.#options.onDeparture?.(describe(connection));
    this.#listeners.tell();
  }

  #answerChoice({ caller, args }: AppCall): Reply {
    const connections = [...this.#connections.values()];
    const names = connections.map((connection) => describe(connection).name);
    const wanted = readChoice(BROWSERS_TOOL, args);
    if (wanted !== undefined) {
      const connection = connections[names.indexOf(wanted)];
      if (connection === undefined) throw noSuchBrowser(names);
      this.#profiles.set(caller.session, { profile: profileOf(connection), isChosen: true });
    }
    const bound = this.#profiles.get(caller.session)?.profile;
    const own = connections.find((connection) => profileOf(connection) === bound);
    return showChoices(BROWSERS_TOOL, names, own === undefined ? undefined : describe(own).name);
  }

  /** The session's own browser while it is here, else the newest, which then is its own; but a choice is never overruled. */
  #connectionOf(session: string): Connection {
    const connections = [...this.#connections.values()];
    const bound = this.#profiles.get(session);
    const own = connections.find((candidate) => profileOf(candidate) === bound?.profile);
    if (own === undefined && bound?.isChosen === true) throw chosenIsAway();
    const connection = own ?? connections.at(-1);
    if (connection === undefined) throw noBrowser();
    this.#profiles.set(session, { profile: profileOf(connection), isChosen: bound?.isChosen === true });
    return connection;
  }
}

function profileOf({ link }: Connection): string {
  return link.hello.profile?.id ?? link.hello.hostId;
}

function describe(connection: Connection): LinkedBrowser {
  const { hostId, browser, profile, version, siteAccess } = connection.link.hello;
  const label = profile?.name ?? profile?.id.slice(0, 4);
  const program = browser === undefined ? 'browser' : `${browser.name} ${browser.version}`;
  return {
    hostId,
    name: label === undefined ? program : `${program} · ${label}`,
    profile: profileOf(connection),
    version,
    tools: connection.tools.length,
    siteAccess,
  };
}

function noBrowser(): SallyportError {
  return new SallyportError('ERR_SERVER_UNAVAILABLE', 'No browser with the Sallyport extension is connected.', {
    hint: 'Open that browser, or start one with "sallyport up". The call has not run.',
    data: { outcome: 'not_run' },
  });
}
