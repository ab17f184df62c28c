// What a door offers to one session: its tools and how to call them.
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

/** The outcome of a call. Without provenance when the tool was not found. */
export type CallOutcome =
  | {
      readonly ok: true;
      readonly result: CallResult;
      readonly provenance: Provenance;
      /** The tool declares an output schema, so MCP requires the facts of its reply as `structuredContent`. */
      readonly hasObject?: boolean;
    }
  | { readonly ok: false; readonly error: SallyportError; readonly provenance?: Provenance };

/** How a door introduces itself to clients. */
export interface About {
  readonly name: string;
  readonly title: string;
  readonly instructions: string;
}

/** What is offered besides tools, in MCP's own shapes. */
export interface Extras {
  /** The supported methods. */
  readonly methods: readonly RelayedMethod[];
  /** Whether log messages are sent, at a level that the client sets. */
  readonly hasLog: boolean;
  /** As a server declares them; the door adds those for tools. */
  capabilities(): Promise<JsonObject>;
  /** Rejects with a SallyportError. */
  relay(method: RelayedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject>;
  /** Notifications that belong to no request. Returns the function that ends the subscription. */
  onNotification(listener: (method: string, params: JsonObject) => void): () => void;
}

export interface Offer {
  /** Missing: the door introduces itself as the gateway. */
  readonly about?: About;
  /** Everything of a single app. With several apps only what has unique names: others could collide. */
  readonly extras?: Extras;
  /** Fences text of others in results and errors. */
  readonly fence: Fence;
  /** With the names that agents use. */
  listTools(): Promise<readonly ToolDeclaration[]>;
  /** Never rejects: a failure is an outcome with an error. */
  callTool(name: string, args: JsonObject, options: CallOptions): Promise<CallOutcome>;
  /** Returns the function that ends the subscription. */
  onToolsChanged(listener: () => void): () => void;
}
