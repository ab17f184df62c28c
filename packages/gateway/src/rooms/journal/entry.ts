// What the journal can hold. An entry has names, times and codes; arguments and results have no field here.
import type { ErrorCode } from '@sallyport/protocol';

/** Who something was for: an agent by id and name, or a web origin in its profile. */
export type Who =
  | { readonly agent: { readonly id: string; readonly name: string }; readonly stay?: string }
  | { readonly origin: string; readonly profile: string };

export type CallEntry = Who & {
  readonly kind: 'call';
  /** ISO time at which the call came in. */
  readonly at: string;
  readonly callId: string;
  /** `app/tool`; missing for a name that no tool has, since that name is the caller's own text. */
  readonly tool?: string;
  /** The app that has the tool. */
  readonly server?: string;
  readonly outcome: 'result' | 'tool_error' | 'failure';
  readonly code?: ErrorCode;
  readonly durationMs: number;
  /** Why it was allowed: `grant <id>`, `rule <rule>` or `default`. */
  readonly allowedBy?: string;
  /** Of the caller's own trace, so that both records can be laid side by side. */
  readonly traceId?: string;
  /** From the journal of an editor: it did not come through the gateway. */
  readonly direct?: true;
  /** In debug mode: sizes, never contents. */
  readonly detail?: { readonly waitedMs: number; readonly argumentCount: number; readonly resultBytes: number };
};

/** Something of an app that is no tool, and was read: which resource or prompt is the caller's own text. */
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

/** A limit that was met. */
export type LimitEntry = Who & {
  readonly kind: 'limit';
  readonly at: string;
  readonly scope: string;
  readonly limit: 'slots' | 'budget' | 'run';
  readonly blocked: boolean;
  readonly tool?: string;
};

/** A decision on a scope: the user's, or the answer that followed from it. */
export type PermissionEntry = (Who | { readonly agentKey: string }) & {
  readonly kind: 'permission';
  readonly at: string;
  readonly scope: string;
  readonly action: 'grant' | 'revoke' | 'expire' | 'check';
  readonly result: 'ALLOW_ONCE' | 'ALLOW_ALWAYS' | 'DENY' | 'ended' | 'granted' | 'refused';
  readonly grant?: string;
  /** Through what the user decided. */
  readonly by?: string;
};

/** The health of a server. */
export interface ServerEntry {
  readonly kind: 'server';
  readonly at: string;
  readonly server: string;
  readonly state: string;
  readonly restarts: number;
}

/** What became of a tool's declaration. */
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

/** On disk also `heldBack`: how many refusals of the same caller were not written before this one. */
export type Entry = CallEntry | ReadEntry | LimitEntry | PermissionEntry | ServerEntry | ToolEntry | GatewayEntry;

export type EntryKind = Entry['kind'];
