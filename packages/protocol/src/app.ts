// What an app is to the gateway: something of the user's that declares tools and runs them.
import type { CallResult } from './reply.ts';

/** What a tool can do: look, act on a page, change a file, run a program. */
export type Effect = 'read' | 'act' | 'write' | 'run';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A tool as an app announces it: plain data, schemas as JSON Schema. */
export interface ToolDeclaration {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** Missing for tools of foreign servers; their claims never lower what we assume. */
  readonly effect?: Effect;
  readonly scope?: string;
  /** What it is switched on and off with, of a tool of ours; without one it is of its app's own. */
  readonly family?: string;
  readonly timeoutMs?: number;
  /** Arguments that do another tool's work, by name: a call with one of them also comes under the rules for that tool of its app. */
  readonly ruledAs?: Readonly<Record<string, string>>;
  /** A foreign server's declaration as it wrote it, with fields that we do not know. Shown to agents, never relied on. */
  readonly foreign?: JsonObject;
}

export interface AppCall {
  /** One id from door to page; an app refuses one it has seen. */
  readonly callId: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** Whom the call is made for. Nothing is kept for a caller that is not remembered. */
  readonly caller: {
    readonly id: string;
    readonly name: string;
    readonly session: string;
    readonly remembered: boolean;
    /** The folder that an agent was started in, where it said so. */
    readonly cwd?: string;
  };
  /** How long whoever asked will wait, so that no hop works longer than that. */
  readonly timeoutMs: number;
  /** What the caller sent beside the arguments and an app may read, such as the trace it belongs to. */
  readonly meta?: JsonObject;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface CallOptions {
  /** Aborted by the caller's cancellation and by the deadline alike. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Stops the deadline while a person decides; what it returns starts it again. */
  readonly hold?: () => () => void;
  /** Whether progress gets as far as whoever asked: a person is waited for longer where it does. Missing: as far as here. */
  readonly isFollowed?: boolean;
  /** The caller's trace in W3C form, for apps that pass it on. */
  readonly traceparent?: string;
  /** Asks the caller what a server wants to know. Missing for a caller that cannot be asked. */
  readonly ask?: Ask;
  readonly client?: CallingClient;
  /** How much of a server's log the caller wants, in MCP's words; without it nothing. */
  readonly logLevel?: string;
  /** Log lines that the server wrote while this call alone was under way. */
  readonly onLog?: (message: JsonObject) => void;
}

/** What the caller's MCP client said of itself. */
export interface CallingClient {
  /** What it can be asked for; a server asks for nothing else. */
  readonly capabilities: JsonObject;
  /**
   * Of a client without an MCP session: it takes questions as a result and brings the answers, `inputResponses` and `requestState`,
   * with its next call. Empty for the first one.
   */
  readonly round?: JsonObject;
}

export type Question = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** A question of a server in the middle of a call, in MCP's own shapes. */
export type Ask = (method: Question, params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/** What an app may offer besides tools, in MCP's own shapes. */
export type RelayedMethod =
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete'
  /** From then on the app tells of changes of this resource. As often as it was wished it must be taken back. */
  | 'resources/subscribe'
  | 'resources/unsubscribe';

/** Both ends of a call cross as they are: fields that we do not know are kept. */
export type ToolResult = JsonObject;

/** How long the calls of an app may take, where a tool does not say. */
export interface CallTime {
  readonly timeoutMs: number;
  /** There where progress begins the time anew, up to this, which may be no end at all. */
  readonly capMs?: number;
  /** Every tool takes a wish for another time, as `timeout` among its arguments; the app does not see it. */
  readonly mayCallerChoose?: boolean;
}

export interface App {
  readonly id: string;
  /** Missing: that of a server. */
  readonly callTime?: CallTime;
  /** True when a call would first have to start it. Missing for an app that is there or is not. */
  readonly isStopped?: boolean;
  listTools(): Promise<readonly ToolDeclaration[]>;
  /** Resolves with the result, or rejects with a SallyportError; never called twice for one callId. */
  callTool(call: AppCall, options: CallOptions): Promise<CallResult>;
  /** Returns the function that ends the subscription. */
  onToolsChanged(listener: () => void): () => void;
  /** What it has besides tools, as MCP's server capabilities. Missing for an app that has tools only. */
  capabilities?(): Promise<JsonObject>;
  /** Its notifications that belong to no call. Returns the function that ends the subscription. */
  onNotice?(listener: (method: string, params: JsonObject) => void): () => void;
  /** Params and results cross as they are. Missing for an app that has tools only. */
  relay?(method: RelayedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject>;
  /** Rejects what is pending. May be called again. */
  close(): Promise<void>;
}
