// The lane for a browser side that puts no ids on its replies: one call is out at a time, so that the next reply is its own.
import { type Clock, limits } from '@sallyport/protocol';

export interface LaneOptions {
  readonly clock: Clock;
  /** Hands a call to the browser; false when it could not go out and has ended. */
  readonly dispatch: (callId: string) => boolean;
  /** A late reply did not come: these calls cannot be served, and no new one until it comes. */
  readonly onFailed: (waitingCallIds: readonly string[]) => void;
}

export class Lane {
  readonly #options: LaneOptions;
  #waiting: string[] = [];
  #occupant: string | undefined;
  #isFailed = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** The call whose reply comes next, also when nobody waits for it any more. */
  get occupant(): string | undefined {
    return this.#occupant;
  }

  /** True while a reply is overdue that could be mistaken for another call's. */
  get isFailed(): boolean {
    return this.#isFailed;
  }

  enter(callId: string): void {
    this.#waiting.push(callId);
    this.#advance();
  }

  /** The call ended before its reply. If it is out, the lane stays taken until the reply comes, for a while. */
  abandon(callId: string): void {
    if (callId !== this.#occupant) {
      this.#waiting = this.#waiting.filter((id) => id !== callId);
      return;
    }
    this.#stopTimer ??= this.#options.clock.after(limits.host.laneMs, () => this.#fail());
  }

  /** The occupant's reply came, or it never left: the next may go. */
  leave(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#occupant = undefined;
    this.#isFailed = false;
    this.#advance();
  }

  /** The browser side echoes ids after all: everyone may go. */
  open(): readonly string[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  close(): void {
    this.#stopTimer?.();
    this.#waiting = [];
  }

  #advance(): void {
    while (this.#occupant === undefined) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      // Before it is dispatched: its reply may come within that very call.
      this.#occupant = next;
      if (!this.#options.dispatch(next) && this.#occupant === next) this.#occupant = undefined;
    }
  }

  #fail(): void {
    this.#isFailed = true;
    this.#options.onFailed(this.open());
  }
}
