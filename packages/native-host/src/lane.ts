// Calls to a browser side that puts no ids on its replies: one at a time, so the next reply belongs to the current call.
import { type Clock, limits } from '@sallyport/protocol';

export interface LaneOptions {
  readonly clock: Clock;
  /** Sends a call to the browser; false when it could not be sent and has ended. */
  readonly dispatch: (callId: string) => boolean;
  /** A reply is overdue: these calls have failed, and new ones are refused until it arrives. */
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

  /** The call whose reply comes next, even if its client no longer waits for it. */
  get occupant(): string | undefined {
    return this.#occupant;
  }

  /** True while an overdue reply could be mistaken for the reply to another call. */
  get isFailed(): boolean {
    return this.#isFailed;
  }

  enter(callId: string): void {
    this.#waiting.push(callId);
    this.#advance();
  }

  /** The call ended before its reply. If it was sent, the lane waits for that reply for a limited time. */
  abandon(callId: string): void {
    if (callId !== this.#occupant) {
      this.#waiting = this.#waiting.filter((id) => id !== callId);
      return;
    }
    this.#stopTimer ??= this.#options.clock.after(limits.host.laneMs, () => this.#fail());
  }

  /** The current call got its reply or was never sent. Sends the next one. */
  leave(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#occupant = undefined;
    this.#isFailed = false;
    this.#advance();
  }

  /** The browser side does put ids on replies: returns all waiting calls to be sent at once. */
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
      // Set before dispatching: the reply may arrive during the dispatch.
      this.#occupant = next;
      if (!this.#options.dispatch(next) && this.#occupant === next) this.#occupant = undefined;
    }
  }

  #fail(): void {
    this.#isFailed = true;
    this.#options.onFailed(this.open());
  }
}
