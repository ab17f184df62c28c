// What the panel shows of the gateway: agents, calls under way, the journal and servers.

/** A call under way. */
export interface PanelCall {
  readonly id: string;
  readonly kind: 'agent' | 'origin' | 'user';
  /** The id of the agent. */
  readonly agent: string;
  readonly name: string;
  readonly tool: string;
  readonly startedAtMs: number;
  /** A person has to answer a question first. */
  readonly isWaiting: boolean;
}

/** An entry of the journal. */
export interface PanelEntry {
  readonly number: number;
  readonly kind: string;
  /** ISO 8601. */
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly site?: string | undefined;
  readonly outcome: string;
  readonly result?: string | undefined;
  readonly code?: string | undefined;
  readonly durationMs?: number | undefined;
}

export interface PanelServer {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly restarts: number;
  readonly problem?: string | undefined;
}

export interface PanelTool {
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly effect: 'read' | 'change' | 'destroy';
  readonly status: string;
  /** Of a changed tool: its fields as they are now and, where known, as they were, and the hash that an approval names. */
  readonly changes?:
    | readonly { readonly field: string; readonly value?: unknown; readonly before?: unknown }[]
    | undefined;
  readonly hash?: string | undefined;
}

export interface PanelGateway {
  /** False while the gateway does not answer. */
  readonly isHere: boolean;
  readonly isPaused: boolean;
  /** Ids, names or sessions. */
  readonly stopped: readonly string[];
  readonly agents: readonly { readonly id: string; readonly name: string; readonly isRemembered: boolean }[];
  readonly calls: readonly PanelCall[];
  /** Oldest first. */
  readonly entries: readonly PanelEntry[];
  readonly servers: readonly PanelServer[];
  readonly tools: readonly PanelTool[];
  /** How the user's last request ended. */
  readonly message?: PanelMessage | undefined;
}

export interface PanelMessage {
  readonly kind: 'added' | 'restarted' | 'approved' | 'signIn' | 'failed';
  readonly text: string;
}

export const views = ['now', 'activity', 'access', 'servers'] as const;

export type View = (typeof views)[number];
