// One call of an agent, as the methods that serve it see it.
import type { AgentLabel, StepMark } from '@sallyport/protocol';

export interface CallScope {
  readonly callId: string;
  readonly agent: AgentLabel;
  /** Aborted by the caller, by the deadline and by the end of the connection, with a SallyportError as its reason. */
  readonly signal: AbortSignal;
  /** The time left. While it is held, this is how long the user may take. */
  readonly leftMs: () => number;
  /** Stops the call's clock while the user decides; the returned function starts it again. */
  readonly holdTime: () => () => void;
  /** Set for a step of a batch. */
  readonly step?: StepMark;
  /** The step is over with its one action, so that action may let the next step begin. */
  readonly isOneAction?: boolean;
}

/** Returns the `result` of a tool_response, or throws. */
export type Method = (params: unknown, call: CallScope) => Promise<unknown>;
