// What an app is to the gateway: something of the user's that declares tools and runs them.

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
  readonly timeoutMs?: number;
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
    readonly stay: string;
    readonly remembered: boolean;
  };
  /** How long whoever asked will wait, so that no hop works longer than that. */
  readonly timeoutMs: number;
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
}

/** Both ends of a call cross as they are: fields that we do not know are kept. */
export type ToolResult = JsonObject;

export interface App {
  readonly id: string;
  listTools(): Promise<readonly ToolDeclaration[]>;
  /** Resolves with the result, or rejects with a SallyportError; never called twice for one callId. */
  callTool(call: AppCall, options: CallOptions): Promise<ToolResult>;
  /** Returns the function that ends the subscription. */
  onToolsChanged(listener: () => void): () => void;
  /** Rejects what is pending. May be called again. */
  close(): Promise<void>;
}
