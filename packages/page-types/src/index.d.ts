// Types of `window.agent`, which Sallyport's browser extension defines where the user's settings allow it.

/** What a page can ask for. */
export type AgentScope = 'mcp:tools.list' | 'mcp:tools.call' | 'mcp:server.connect' | 'browser:activeTab.read';

export type AgentGrant = 'granted-once' | 'granted-always' | 'denied' | 'not-granted';

/** The eleven codes of the MCP host, and those of the way to it. */
export type AgentErrorCode =
  | 'ERR_PERMISSION_DENIED'
  | 'ERR_SCOPE_REQUIRED'
  | 'ERR_SERVER_UNAVAILABLE'
  | 'ERR_TOOL_NOT_FOUND'
  | 'ERR_TOOL_NOT_ALLOWED'
  | 'ERR_TOOL_TIMEOUT'
  | 'ERR_TOOL_FAILED'
  | 'ERR_PROTOCOL_ERROR'
  | 'ERR_INTERNAL'
  | 'ERR_RATE_LIMITED'
  | 'ERR_BUDGET_EXCEEDED'
  | 'ERR_INPUT_INVALID'
  | 'ERR_CANCELLED'
  | 'ERR_FRAME_TOO_LARGE';

/** What the promises of `window.agent` reject with, unless the page aborted the call itself. */
export interface AgentError extends Error {
  readonly name: 'AgentError';
  readonly code: AgentErrorCode;
  /** What to do next. */
  readonly hint?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What the tool said. */
  readonly details?: string;
}

export interface PermissionRequest {
  readonly scopes: readonly (AgentScope | (string & {}))[];
  /** Shown to the user in quotes. */
  readonly reason?: string;
  /** `server/tool`. Without it the user chooses among all tools. */
  readonly tools?: readonly string[];
}

export interface Permissions {
  readonly scopes: Readonly<Record<string, AgentGrant>>;
  /** `server/tool`. */
  readonly allowedTools?: readonly string[];
}

export interface AgentTool {
  /** `serverId/toolName`. */
  readonly name: string;
  readonly serverId: string;
  readonly serverLabel: string;
  readonly toolName: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  /** `server/tool`. */
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly runId?: string;
}

export interface ToolCallOptions {
  /** Aborting it cancels the call at the server. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }) => void;
  /** 30 s unless given, at most 300 s. */
  readonly timeoutMs?: number;
}

/** An MCP tool result, and where it came from. */
export interface AgentToolResult {
  readonly content: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly provenance: {
    readonly serverId: string;
    readonly toolName: string;
    readonly callId: string;
    readonly startedAt: string;
    readonly durationMs: number;
  };
}

/** A number of calls that belong together. */
export interface AgentRun {
  readonly runId: string;
  readonly maxCalls: number;
  call(call: ToolCall, options?: ToolCallOptions): Promise<AgentToolResult>;
}

export interface TabText {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly isTruncated: boolean;
}

export interface Agent {
  readonly version: string;
  capabilities(): Promise<{
    readonly version: string;
    readonly scopes: readonly AgentScope[];
    readonly features: Readonly<Record<string, boolean>>;
  }>;
  requestPermissions(request: PermissionRequest): Promise<Permissions & { readonly granted: boolean }>;
  readonly permissions: { list(): Promise<Permissions & { readonly origin: string }> };
  readonly tools: {
    list(): Promise<readonly AgentTool[]>;
    call(call: ToolCall, options?: ToolCallOptions): Promise<AgentToolResult>;
  };
  /** At most 5 calls; `maxCalls` makes it fewer. */
  createRun(options?: { readonly maxCalls?: number }): Promise<AgentRun>;
  readonly browser: { readonly activeTab: { readability(): Promise<TabText> } };
}

declare global {
  interface Window {
    /**
     * Undefined without Sallyport, on insecure sites, where the user's settings do not allow it, and in frames without
     * `allow="agent"`. In a frame it comes with the event `agent-ready`, after the first scripts.
     */
    readonly agent?: Agent;
  }
  interface WindowEventMap {
    /** `window.agent` is there. */
    'agent-ready': CustomEvent;
  }
}
