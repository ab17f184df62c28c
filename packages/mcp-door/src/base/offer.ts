// What stands behind a door for one session: its tools and the way to call them, as the door needs it.
import type {
  CallOptions,
  CallResult,
  Fence,
  JsonObject,
  RelayedMethod,
  SallyportError,
  ToolDeclaration,
} from '@sallyport/protocol';

/** Which app and tool produced a result, and when. */
export interface Provenance {
  readonly serverId: string;
  readonly toolName: string;
  readonly callId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
}

/** The two ends of a call. A call that found no tool has no provenance. */
export type CallOutcome =
  | {
      readonly ok: true;
      readonly result: CallResult;
      readonly provenance: Provenance;
      /** The tool declares an output schema, so MCP wants the facts of its reply as `structuredContent`. */
      readonly hasObject?: boolean;
    }
  | { readonly ok: false; readonly error: SallyportError; readonly provenance?: Provenance };

/** How a door introduces itself. */
export interface About {
  readonly name: string;
  readonly title: string;
  readonly instructions: string;
}

/** What there is besides tools, in MCP's own shapes. */
export interface Extras {
  /** What of it can be asked for. */
  readonly methods: readonly RelayedMethod[];
  /** Whether log lines come with it, of which a client says how many it wants. */
  readonly hasLog: boolean;
  /** As a server says them; those of tools are the door's own. */
  capabilities(): Promise<JsonObject>;
  /** Rejects with a SallyportError. */
  relay(method: RelayedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject>;
  /** Notifications that belong to no request. Returns the function that ends the subscription. */
  onNotification(listener: (method: string, params: JsonObject) => void): () => void;
}

export interface Offer {
  /** Without it the door introduces itself as the gateway. */
  readonly about?: About;
  /** All that an app has where it is met alone. Of several the names would meet, so that only what has a name of its own is here. */
  readonly extras?: Extras;
  /** Around what others wrote, in results and errors alike. */
  readonly fence: Fence;
  /** Names are as agents spell them. */
  listTools(): Promise<readonly ToolDeclaration[]>;
  /** Never rejects: what goes wrong is the failure end. */
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<CallOutcome>;
  /** Returns the function that ends the subscription. */
  onToolsChanged(listener: () => void): () => void;
}
