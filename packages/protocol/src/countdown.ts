// The deadline of a call: paused while a person decides, limited by a cap.
import type { Clock } from './clock.ts';
import { limits } from './limits.ts';

export interface CountdownOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** The maximum in total, however often it is paused or restarted. */
  readonly capMs?: number | undefined;
  /** Called once, with the time that has passed: `ms`, or the cap. */
  readonly onEnd: (ms: number) => void;
  /** Called when the first hold begins and when the last one ends. */
  readonly onHeld?: (isHeld: boolean) => void;
}

export class Countdown {
  readonly #options: CountdownOptions;
  readonly #capMs: number;
  readonly #capAtMs: number;
  /** The remaining time when it was last started or resumed. */
  #runsMs: number;
  #resumedAtMs: number;
  #holds = 0;
  #stopTimer: () => void = () => {};
  #isOver = false;

  constructor(options: CountdownOptions) {
    const { clock, ms, capMs = limits.agent.hardCapMs } = options;
    this.#options = options;
    this.#capMs = Math.max(capMs, ms);
    this.#runsMs = ms;
    this.#resumedAtMs = clock.now();
    this.#capAtMs = this.#resumedAtMs + this.#capMs;
    this.#arm();
  }

  /** The remaining time; while it is held, the time until the cap. */
  get leftMs(): number {
    const nowMs = this.#options.clock.now();
    const toCapMs = this.#capAtMs - nowMs;
    return this.#holds > 0 ? toCapMs : Math.min(this.#runsMs - (nowMs - this.#resumedAtMs), toCapMs);
  }

  /** Pauses it until the returned function is called. Several holds may overlap. */
  hold(): () => void {
    this.#holds += 1;
    if (this.#holds === 1) this.#switch(true);
    let isHolding = true;
    return () => {
      if (!isHolding) return;
      isHolding = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#switch(false);
    };
  }

  /** Starts over, within the cap. */
  restart(): void {
    this.#runsMs = this.#options.ms;
    this.#resumedAtMs = this.#options.clock.now();
    this.#arm();
  }

  /** Ends it without calling `onEnd`. May be called again. */
  stop(): void {
    this.#isOver = true;
    this.#stopTimer();
  }

  #switch(isHeld: boolean): void {
    const nowMs = this.#options.clock.now();
    if (isHeld) this.#runsMs -= nowMs - this.#resumedAtMs;
    this.#resumedAtMs = nowMs;
    if (this.#isOver) return;
    this.#arm();
    this.#options.onHeld?.(isHeld);
  }

  #arm(): void {
    this.#stopTimer();
    if (this.#isOver) return;
    const { clock, ms, onEnd } = this.#options;
    const { leftMs } = this;
    if (leftMs === Number.POSITIVE_INFINITY) return;
    this.#stopTimer = clock.after(Math.max(leftMs, 0), () => {
      this.#isOver = true;
      onEnd(clock.now() >= this.#capAtMs ? this.#capMs : ms);
    });
  }
}
