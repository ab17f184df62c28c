// Run: all linked browsers as one app. A session keeps using the browser it started with.
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
import type { AgentFiles } from './agent-files.ts';
import { batchTool } from './batch-tool.ts';
import { BROWSERS_TOOL, browsersTool, chosenBrowserGone, noBrowser, noSuchBrowser } from './browser-choice.ts';
import { type DownloadPorts, withSavedFiles } from './downloads.ts';
import { familiesTool } from './families-tool.ts';
import type { Link } from './link.ts';
import { mergedTools } from './merged-tools.ts';
import { secretsTool, takesSecrets } from './secrets-tool.ts';
import { fileTools, withContents } from './uploads.ts';

export interface BrowserAppOptions extends Pick<DownloadPorts, 'isManagedDownload' | 'uid'> {
  /** The user's home directory. */
  readonly home: string;
  /** Where we keep our own files. */
  readonly ownFolders?: readonly string[];
  /** Saves what tools make for an agent; without it, replies hold the contents. */
  readonly files?: AgentFiles;
  readonly log: (line: string) => void;
  readonly onArrival?: (browser: LinkedBrowser) => void;
  readonly onDeparture?: (browser: LinkedBrowser) => void;
  /** The connected agents: a browser that connects is told of them and keeps their tabs. */
  readonly present?: () => readonly AgentLabel[];
  /** Whether the user has paused all agents: a browser that connects is told. */
  readonly isPaused?: () => boolean;
}

/** A connected browser, as `status` shows it. */
export interface LinkedBrowser {
  readonly hostId: string;
  /** For people: "firefox 128.0 · work". */
  readonly name: string;
  readonly profile: string;
  readonly version: string;
  readonly tools: number;
  /** Whether the extension has host permission; older extensions do not say. */
  readonly siteAccess?: boolean;
}

/** Allow this call, allow always, or deny. */
export type UserAnswer = 'once' | 'always' | 'no';

interface Connection {
  readonly link: Link;
  tools: readonly ToolDeclaration[];
  toolsHash: string | undefined;
  /** Sessions that have called it, and may have tabs there. */
  readonly sessions: Set<string>;
}

/** When it is full the oldest binding is dropped, and that agent chooses again. */
const REMEMBERED_SESSIONS = 1024;

export class BrowserApp implements App {
  readonly id = 'browser';
  readonly callTime = { timeoutMs: limits.agent.browserTimeoutMs, mayCallerChoose: true };
  readonly #options: BrowserAppOptions;
  /** By host id, oldest first. */
  readonly #connections = new Map<string, Connection>();
  /** Which profile a session uses, and whether the agent chose it. */
  readonly #profiles = new BoundedMap<string, { readonly profile: string; readonly isChosen: boolean }>(
    REMEMBERED_SESSIONS,
  );
  readonly #listeners = new Listeners();
  /** The last declared tools: the list is not empty while a browser restarts. */
  #lastTools: readonly ToolDeclaration[] | undefined;

  constructor(options: BrowserAppOptions) {
    this.#options = options;
  }

  /** Takes an open link. Resolves when its browser has declared its tools, or has not connected yet. */
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
    const byName = mergedTools(connections.map(({ tools }) => tools));
    // Its reply ends with a snapshot.
    const batch = byName.has('snapshot') ? [batchTool] : [];
    const choice = connections.length > 1 ? [browsersTool] : [];
    const secrets = takesSecrets(byName.get('type')) ? [secretsTool] : [];
    const families = [...byName.values()].some(({ family }) => family !== undefined) ? [familiesTool] : [];
    if (connections.length > 0) this.#lastTools = [...batch, ...families, ...byName.values(), ...secrets, ...choice];
    if (this.#lastTools === undefined) throw noBrowser();
    return this.#lastTools;
  }

  async callTool(call: AppCall, options: CallOptions): Promise<CallResult> {
    if (call.tool === BROWSERS_TOOL) return this.#answerChoice(call);
    const args = fileTools.has(call.tool) ? await withContents(this.#options, call, options) : call.args;
    const { link, sessions } = this.#connectionOf(call.caller.session);
    sessions.add(call.caller.session);
    const result = await link.call(
      {
        id: call.callId,
        method: 'call_tool',
        params: {
          name: call.tool,
          arguments: args,
          reply: 'parts',
          ...(call.step === undefined ? {} : { step: call.step }),
        },
        deadlineMs: call.timeoutMs,
        agent: call.caller,
      },
      options,
    );
    const reply = parseReply(result);
    if (reply !== undefined) return withSavedFiles(this.#options, reply, call.caller);
    // Extensions of earlier versions render for MCP themselves.
    if (isRecord(result)) return { relayed: result };
    throw new SallyportError('ERR_PROTOCOL_ERROR', 'The browser returned a malformed result.');
  }

  /** Asks the user in a browser, the agent's own first. Undefined when no browser can ask. */
  async askUser(caller: AgentLabel, tool: string, signal: AbortSignal): Promise<UserAnswer | undefined> {
    const own = this.#profiles.get(caller.session)?.profile;
    const connections = [...this.#connections.values()].reverse();
    for (const { link } of connections.sort((a, b) => Number(profileOf(b) === own) - Number(profileOf(a) === own))) {
      const question = { method: 'ask_user', params: { tool }, deadlineMs: limits.agent.consentMs, agent: caller };
      const answer = await link.call(question, { signal }).catch((thrown: unknown) => {
        signal.throwIfAborted();
        // A browser that is too old to ask, or has just disconnected, is skipped.
        const isSkipped = thrown instanceof SallyportError && thrown.code !== 'ERR_CONSENT_TIMEOUT';
        if (isSkipped) return undefined;
        throw thrown;
      });
      const { allow } = isRecord(answer) ? answer : {};
      if (allow === 'once' || allow === 'always' || allow === 'no') return allow;
    }
    return undefined;
  }

  /** Asks every connected browser on the gateway's own behalf. Browsers that cannot answer are left out. */
  async askAll(
    method: string,
    params: JsonObject,
  ): Promise<readonly { readonly profile: string; readonly answer: JsonObject }[]> {
    const deadlineMs = limits.gateway.helloMs;
    const answers = [...this.#connections.values()].map(async (connection) => {
      const signal = AbortSignal.timeout(deadlineMs);
      const answer = await connection.link.call({ method, params, deadlineMs }, { signal }).catch(() => undefined);
      return isRecord(answer) ? [{ profile: profileOf(connection), answer }] : [];
    });
    return (await Promise.all(answers)).flat();
  }

  /** The agent disconnected: browsers it used keep its tabs for `keepMs`, or forever when `null`. */
  endSession(caller: AgentLabel, keepMs: number | null): void {
    for (const { link, sessions } of this.#connections.values()) {
      if (sessions.delete(caller.session)) void this.#tell(link, 'end_stay', { keep_ms: keepMs }, caller);
    }
  }

  /** The agent reconnected, possibly after browsers had taken it for gone. */
  holdSession(caller: AgentLabel): void {
    for (const connection of this.#connections.values()) this.#hold(connection, caller);
  }

  /** The user has paused all agents, or resumed them. */
  setPaused(isPaused: boolean): void {
    for (const { link } of this.#connections.values()) this.#tellPause(link, isPaused);
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
    // Without a hash the extension has not said hello yet; the host sends an event when it does.
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
    if (known?.link !== link && this.#options.isPaused !== undefined) this.#tellPause(link, this.#options.isPaused());
    if (known === undefined) this.#options.onArrival?.(describe(connection));
    this.#listeners.tell();
  }

  /** The extension may have restarted and forgotten which sessions are connected. */
  #hold({ link, sessions }: Connection, caller: AgentLabel): void {
    sessions.add(caller.session);
    void this.#tell(link, 'hold_stay', {}, caller);
  }

  #tellPause(link: Link, isPaused: boolean): void {
    void this.#tell(link, 'set_paused', { paused: isPaused });
  }

  /** On the gateway's own behalf without an agent. The answer is ignored: a browser that disconnects meanwhile ends its sessions itself. */
  async #tell(link: Link, method: string, params: JsonObject, agent?: AgentLabel): Promise<void> {
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

  /** The session's browser while it is connected, else the newest, which becomes the session's. A choice is never overruled. */
  #connectionOf(session: string): Connection {
    const connections = [...this.#connections.values()];
    const bound = this.#profiles.get(session);
    const own = connections.find((candidate) => profileOf(candidate) === bound?.profile);
    if (own === undefined && bound?.isChosen === true) throw chosenBrowserGone();
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
