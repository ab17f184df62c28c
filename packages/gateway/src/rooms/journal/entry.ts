// The entries of the journal: names, times and codes, never arguments or results.
import type { ErrorCode } from '@sallyport/protocol';

/** Who something was for: an agent by id and name, or a web origin in its profile. */
export type Who =
  | { readonly agent: { readonly id: string; readonly name: string }; readonly stay?: string }
  | { readonly origin: string; readonly profile: string };

export type CallEntry = Who & {
  readonly kind: 'call';
  /** ISO time of the call's arrival. */
  readonly at: string;
  readonly callId: string;
  /** `app/tool`; missing for an unknown tool, whose name is the caller's text. */
  readonly tool?: string;
  /** The app that has the tool. */
  readonly server?: string;
  /** The site that a browser tool worked on, without path and query; missing where it is not known. */
  readonly site?: string;
  readonly outcome: 'result' | 'tool_error' | 'failure';
  readonly code?: ErrorCode;
  readonly durationMs: number;
  /** Why it was allowed: `grant <id>`, `rule <rule>`, `consent` or `default`. */
  readonly allowedBy?: string;
  /** The caller's trace id, to correlate both records. */
  readonly traceId?: string;
  /** From an editor's journal: the call did not come through the gateway. */
  readonly direct?: true;
  /** In debug mode: sizes, never contents. */
  readonly detail?: { readonly waitedMs: number; readonly argumentCount: number; readonly resultBytes: number };
};

/** A resource or prompt was read. Which one is the caller's text and not recorded. */
export type ReadEntry = Who & {
  readonly kind: 'read';
  readonly at: string;
  readonly server: string;
  readonly method: 'resources/read' | 'prompts/get';
  readonly outcome: 'result' | 'failure';
  readonly code?: ErrorCode;
  readonly durationMs: number;
  readonly allowedBy?: string;
};

/** A limit stopped a call. */
export type LimitEntry = Who & {
  readonly kind: 'limit';
  readonly at: string;
  readonly scope: string;
  readonly limit: 'slots' | 'budget' | 'run';
  readonly blocked: boolean;
  readonly tool?: string;
};

/** The user's decision on a scope, or a check of it. */
export type PermissionEntry = (Who | { readonly agentKey: string }) & {
  readonly kind: 'permission';
  readonly at: string;
  readonly scope: string;
  readonly action: 'grant' | 'revoke' | 'expire' | 'check';
  readonly result: 'ALLOW_ONCE' | 'ALLOW_ALWAYS' | 'DENY' | 'ended' | 'granted' | 'refused';
  readonly grant?: string;
  /** For a decision about a site. */
  readonly site?: string;
  /** For a question about one tool, `app/tool`. */
  readonly tool?: string;
  /** Where the user decided. */
  readonly by?: string;
};

export interface ServerEntry {
  readonly kind: 'server';
  readonly at: string;
  readonly server: string;
  readonly state: string;
  readonly restarts: number;
}

/** A tool's declaration changed, was approved, or is ambiguous. */
export interface ToolEntry {
  readonly kind: 'tool';
  readonly at: string;
  readonly tool: string;
  readonly event: 'changed' | 'approved' | 'ambiguous';
}

export interface GatewayEntry {
  readonly kind: 'gateway';
  readonly at: string;
  readonly event:
    | 'started'
    | 'stopped'
    | 'browser_connected'
    | 'browser_gone'
    | 'editor_connected'
    | 'editor_gone'
    | 'agent_came'
    | 'agent_left'
    | 'grants_lost';
  readonly who?: string;
}

/** On disk also `heldBack`: how many refusals of the same caller were dropped before this one. */
export type Entry = CallEntry | ReadEntry | LimitEntry | PermissionEntry | ServerEntry | ToolEntry | GatewayEntry;

export type EntryKind = Entry['kind'];
