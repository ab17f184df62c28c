// Admit: the calls under way, so that the user sees them and can end them at once.
import type { LostOutcome, SallyportError } from '@sallyport/protocol';

/** Who made a call: an agent in one session, or a web origin. */
export interface RunningCaller {
  readonly kind: 'user' | 'agent' | 'origin';
  readonly id: string;
  readonly name: string;
  readonly session: string;
  /** The remote host of an agent. */
  readonly host?: string;
}

export interface RunningCall {
  readonly callId: string;
  readonly caller: RunningCaller;
  /** `app/tool`. */
  readonly tool: string;
  readonly startedAtMs: number;
}

interface Entry extends RunningCall {
  readonly abort: (why: SallyportError) => void;
  hasReachedApp: boolean;
}

/** One call from when its caller and tool are known to its end. */
export interface Tracked {
  /** From now on the call may have had an effect. */
  reachesApp(): void;
  end(): void;
}

export class RunningCalls {
  readonly #entries = new Map<string, Entry>();

  /** Oldest first. */
  get list(): readonly RunningCall[] {
    return [...this.#entries.values()].map(({ callId, caller, tool, startedAtMs }) => ({
      callId,
      caller,
      tool,
      startedAtMs,
    }));
  }

  /** Calls `abort` when the user ends the call. */
  track({ callId, caller, tool, startedAtMs }: RunningCall, abort: Entry['abort']): Tracked {
    const entry: Entry = { callId, caller, tool, startedAtMs, abort, hasReachedApp: false };
    this.#entries.set(callId, entry);
    return {
      reachesApp: () => {
        entry.hasReachedApp = true;
      },
      end: () => void this.#entries.delete(callId),
    };
  }

  /** Ends the calls that are meant. Each fails with the error for what is known of its effect. */
  stop(isMeant: (call: RunningCall) => boolean, error: (outcome: LostOutcome) => SallyportError): number {
    const meant = [...this.#entries.values()].filter(isMeant);
    for (const { abort, hasReachedApp } of meant) abort(error(hasReachedApp ? 'unknown' : 'not_run'));
    return meant.length;
  }
}
