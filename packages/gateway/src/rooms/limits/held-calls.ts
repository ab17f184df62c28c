// The calls that wait for a person's answer, so that status and doctor can say so.

export interface HeldCall {
  /** The name of the caller. */
  readonly agent: string;
  /** `app/tool`. */
  readonly tool: string;
}

export class HeldCalls {
  readonly #held = new Map<string, HeldCall>();

  get list(): readonly HeldCall[] {
    return [...this.#held.values()];
  }

  /** A call that is held twice counts once. */
  hold(callId: string, call: HeldCall): void {
    this.#held.set(callId, call);
  }

  /** Does nothing for a call that is not held. */
  release(callId: string): void {
    this.#held.delete(callId);
  }
}
