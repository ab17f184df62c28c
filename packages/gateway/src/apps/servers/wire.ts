// What carries JSON-RPC messages to one MCP server, whatever is below: a process, HTTP, or HTTP with SSE.
import type { SallyportError } from '@sallyport/protocol';

export type RpcMessage = Readonly<Record<string, unknown>>;

export interface WireListener {
  onMessage(message: RpcMessage): void;
  /** An answer that exceeds the bound was dropped. The id is missing when nobody can tell whose it was. */
  onOversized(id: string | number | undefined, byteLength: number): void;
  /** Told once, when nothing can be sent or received any more. */
  onClosed(why: SallyportError): void;
}

export interface Wire {
  /** Resolves when the message is on its way; rejects with a SallyportError whose `data.outcome` says what is known. */
  send(message: RpcMessage, options?: SendOptions): Promise<void>;
  /** What was agreed on, for transports that say it in a header. */
  setProtocolVersion?(version: string): void;
  /** Ends whatever is below, to the last process. May be called again. */
  close(): Promise<void>;
  /** The process of a server that is one. */
  readonly pid?: number;
  /** The server takes an aborted exchange for the cancellation itself. */
  readonly cancelsByAbort?: boolean;
  /** Headers go with each message. */
  readonly takesHeaders?: boolean;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** For wires on which each message is a request of its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The exchange ended, and the answer will not come by another way. */
  readonly onEnded?: () => void;
}

/** Opens the wire; rejects with a SallyportError when there is nobody at the other end. */
export type OpenWire = (listener: WireListener, signal: AbortSignal) => Promise<Wire>;
