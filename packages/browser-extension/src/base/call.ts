// One call of an agent as the methods that serve it know it.
import type { AgentLabel } from '@sallyport/protocol';

/** What a method knows of the call it serves. */
export interface CallScope {
  readonly callId: string;
  readonly agent: AgentLabel;
  /** Aborted by the caller, by the deadline and by the end of the connection, with a SallyportError as its reason. */
  readonly signal: AbortSignal;
  /** How long it may still take; while its time is held, that is how long the user may. */
  readonly leftMs: () => number;
  /** Stops the time of the call while the user decides; what it returns starts it again. */
  readonly holdTime: () => () => void;
}

/** Returns the `result` of a tool_response, or throws. */
export type Method = (params: unknown, call: CallScope) => Promise<unknown>;
