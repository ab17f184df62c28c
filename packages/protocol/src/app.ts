// An app as the gateway sees it: something of the user's that declares tools and runs them.
import type { StepMark } from './batch.ts';
import type { CallResult } from './reply.ts';

/** What a tool can do: read, act on a page, change a file, run a program. */
export type Effect = 'read' | 'act' | 'write' | 'run';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A tool as an app declares it: plain data, schemas as JSON Schema. */
export interface ToolDeclaration {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** Missing for tools of the user's servers, whose claims never lower what we assume. */
  readonly effect?: Effect;
  readonly scope?: string;
  /** The family it is switched on and off with. Without one it belongs to its app's own family. */
  readonly family?: string;
  readonly timeoutMs?: number;
  /** Arguments that do another tool's work, by name: a call with one of them must also be allowed to use that tool. */
  readonly ruledAs?: Readonly<Record<string, string>>;
  /** As a step of a batch it may be sent while a step of such a tool still runs (`StepMark.after`). */
  readonly awaitsStep?: boolean;
  /**
   * The gateway runs it itself. `batch`: its `steps` are calls of the same app's tools, each with its own guard, limits and
   * journal entry. `families`: it switches families on for the session. `secrets`: it lists what the browser
   * can type by name.
   */
  readonly runsInGateway?: 'batch' | 'families' | 'secrets';
  /** A server's original declaration, including unknown fields. Shown to agents, never relied on. */
  readonly foreign?: JsonObject;
}

export interface AppCall {
  /** The same id from door to page. An app refuses an id that it has seen before. */
  readonly callId: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Who makes the call. Nothing is stored about a caller that is not remembered. */
  readonly caller: {
    readonly id: string;
    readonly name: string;
    readonly session: string;
    readonly remembered: boolean;
    /** The agent's working directory, if known. */
    readonly cwd?: string;
    /** The remote host it runs on: no path of its own means a file of this computer. */
    readonly host?: string;
  };
  /** How long the caller waits; no process on the way works longer. */
  readonly timeoutMs: number;
  /** Metadata of the request that an app may read, such as its trace. */
  readonly meta?: JsonObject;
  /** Set for a step of a batch. */
  readonly step?: StepMark;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface CallOptions {
  /** Aborted when the caller cancels and when the deadline passes. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Pauses the deadline while a person decides; the returned function resumes it. */
  readonly hold?: () => () => void;
  /** Whether progress reaches the caller; then a call may wait longer for a person. Missing: it does. */
  readonly isFollowed?: boolean;
  /** The caller's W3C trace context, for apps that pass it on. */
  readonly traceparent?: string;
  /** Sends a server's question to the caller. Missing when the caller cannot answer questions. */
  readonly ask?: Ask;
  readonly client?: CallingClient;
  /** The MCP log level that the caller wants from a server; without it, no log messages are sent. */
  readonly logLevel?: string;
  /** Log messages of the server while no other call was running. */
  readonly onLog?: (message: JsonObject) => void;
}

/** What the caller's MCP client declared. */
export interface CallingClient {
  /** The kinds of questions it answers; a server asks no others. */
  readonly capabilities: JsonObject;
  /**
   * For a client without an MCP session: it gets questions as a result and sends the answers, `inputResponses` and
   * `requestState`, with its next call. Empty in the first call.
   */
  readonly round?: JsonObject;
}

export type Question = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** Sends a question that a server asks during a call, in MCP's own shapes. */
export type Ask = (method: Question, params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/** What an app may offer besides tools, in MCP's own shapes. */
export type RelayedMethod =
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete'
  /** The app then reports changes of this resource. Each subscription needs its own unsubscribe. */
  | 'resources/subscribe'
  | 'resources/unsubscribe';

/** Passed on unchanged, with fields that we do not know. */
export type ToolResult = JsonObject;

/** How long the calls of an app may take, unless a tool says otherwise. */
export interface CallTime {
  readonly timeoutMs: number;
  /** Where progress restarts the time: the maximum in total, which may be infinite. */
  readonly capMs?: number;
  /** Every tool accepts a `timeout` argument, which the gateway removes before the app sees the call. */
  readonly mayCallerChoose?: boolean;
}

export interface App {
  readonly id: string;
  /** Missing: the default for servers. */
  readonly callTime?: CallTime;
  /** True when a call would have to start it first. Missing for apps that calls cannot start. */
  readonly isStopped?: boolean;
  /** True while calls wait for it to come up. Missing for apps that calls do not wait for. */
  readonly isAway?: boolean;
  listTools(): Promise<readonly ToolDeclaration[]>;
  /** Resolves with the result, or rejects with a SallyportError; never called twice for one callId. */
  callTool(call: AppCall, options: CallOptions): Promise<CallResult>;
  /** Returns the function that ends the subscription. */
  onToolsChanged(listener: () => void): () => void;
  /** What it offers besides tools, as MCP server capabilities. Missing for an app with only tools. */
  capabilities?(): Promise<JsonObject>;
  /** Notifications that belong to no call. Returns the function that ends the subscription. */
  onNotification?(listener: (method: string, params: JsonObject) => void): () => void;
  /** Passes params and results unchanged. Missing for an app with only tools. */
  relay?(method: RelayedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject>;
  /** Rejects what is pending. May be called again. */
  close(): Promise<void>;
}
