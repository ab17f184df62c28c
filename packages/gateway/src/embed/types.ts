// The types of the API for embedding programs.
import type { Provenance } from '@sallyport/mcp-door';
import type { ErrorCode, JsonObject, Progress, WireError } from '@sallyport/protocol';
import type { ToolDescriptor } from '../doors/answer-host.ts';
import type { Grant } from '../rooms/grants/grant.ts';
import type { ToolCallStats } from '../rooms/journal/stats.ts';

export const PermissionScope = {
  TOOLS_LIST: 'mcp:tools.list',
  TOOLS_CALL: 'mcp:tools.call',
  SERVER_CONNECT: 'mcp:server.connect',
  ACTIVE_TAB_READ: 'browser:activeTab.read',
} as const;
export type PermissionScope = (typeof PermissionScope)[keyof typeof PermissionScope];

export const GrantType = { ALLOW_ONCE: 'ALLOW_ONCE', ALLOW_ALWAYS: 'ALLOW_ALWAYS', DENY: 'DENY' } as const;
export type GrantType = (typeof GrantType)[keyof typeof GrantType];

/** Code and message, with a hint where there is one. */
export type ApiError = WireError;

export type PermissionGrant = Grant;

export interface GrantOptions {
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly tabId?: number;
  readonly allowedTools?: readonly string[];
}

export interface PermissionCheck {
  readonly granted: boolean;
  readonly grant?: PermissionGrant;
  readonly error?: ApiError;
}

export interface ListOptions {
  /** `default` unless told. */
  readonly profileId?: string;
  readonly tabId?: number;
  /** Only the tools of these servers. */
  readonly serverIds?: readonly string[];
}

export interface ListedTools {
  readonly tools?: ToolDescriptor[];
  readonly error?: ApiError;
}

export interface CallToolOptions {
  /** `default` unless told. */
  readonly profileId?: string;
  readonly tabId?: number;
  /** The run whose budget pays for the call. Calls without one share the budget of their origin. */
  readonly runId?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Called with progress before the result. */
  readonly onEvent?: (event: { readonly type: 'progress' } & Progress) => void;
}

export interface ToolResult {
  readonly ok: true;
  readonly result: JsonObject;
  readonly provenance: Provenance;
}

export interface ToolError {
  readonly ok: false;
  readonly error: ApiError;
}

export interface CallSlot {
  readonly acquired: boolean;
  /** Frees the slot, once, however often it is called. */
  readonly release: () => void;
  readonly error?: ApiError;
}

export interface HostStats extends ToolCallStats {
  readonly tools: number;
  readonly servers: readonly { readonly id: string; readonly state: string; readonly restarts: number }[];
}

export interface McpHost {
  /** Lists the tools of all connected servers again. */
  syncTools(): Promise<void>;
  listTools(origin: string, options?: ListOptions): ListedTools;
  /** Never rejects. */
  callTool(
    origin: string,
    toolName: string,
    args?: JsonObject,
    options?: CallToolOptions,
  ): Promise<ToolResult | ToolError>;
  getStats(): HostStats;
  /** Ends the servers that were started. The next getMcpHost() creates a new host. */
  close(): Promise<void>;
}

export interface McpManager {
  setOnServerCrash(listener: (serverId: string, attempt: number, maxAttempts: number) => void): void;
  setOnServerRestarted(listener: (serverId: string) => void): void;
  setOnServerFailed(listener: (serverId: string, error: string) => void): void;
}

export interface ServerTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
}

export type { ToolCallMetric, ToolCallStats } from '../rooms/journal/stats.ts';
export type { Budget } from '../rooms/limits/runs.ts';
export type { ErrorCode, ToolDescriptor };
