// Carries JSON-RPC messages to one MCP server over stdio, HTTP or HTTP with SSE.
import type { SallyportError } from '@sallyport/protocol';

export type RpcMessage = Readonly<Record<string, unknown>>;

export interface WireListener {
  onMessage(message: RpcMessage): void;
  /** A message over the size limit was dropped. The id is missing when it could not be read. */
  onOversized(id: string | number | undefined, byteLength: number): void;
  /** Called once, when nothing can be sent or received any more. */
  onClosed(why: SallyportError): void;
}

export interface Wire {
  /** Resolves when the message is sent; rejects with a SallyportError whose `data.outcome` says whether it may have run. */
  send(message: RpcMessage, options?: SendOptions): Promise<void>;
  /** The agreed version, for transports that send it in a header. */
  setProtocolVersion?(version: string): void;
  /** Closes the transport and ends every process. May be called again. */
  close(): Promise<void>;
  /** Of a server that is a process. */
  readonly pid?: number;
  /** Aborting the exchange cancels the request. */
  readonly cancelsByAbort?: boolean;
  /** Messages can carry headers. */
  readonly takesHeaders?: boolean;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** For wires on which each message is an HTTP request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The exchange ended, and no other one will bring the answer. */
  readonly onEnded?: () => void;
}

/** Opens the wire; rejects with a SallyportError when the server cannot be reached. */
export type OpenWire = (listener: WireListener, signal: AbortSignal) => Promise<Wire>;
