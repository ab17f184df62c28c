// One call of an agent as the methods that serve it know it.
import type { AgentLabel } from '@sallyport/protocol';

/** What a method knows of the call it serves. */
export interface CallScope {
  readonly callId: string;
  readonly agent: AgentLabel;
  /** Aborted by the caller, by the deadline and by the end of the connection, with a SallyportError as its reason. */
  readonly signal: AbortSignal;
  /** When the caller gives up, by the background's clock. */
  readonly endsAt: number;
}

/** Returns the `result` of a tool_response, or throws. */
export type Method = (params: unknown, call: CallScope) => Promise<unknown>;
