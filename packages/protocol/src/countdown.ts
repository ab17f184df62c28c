// The time of a call: it runs while programs work and stands still while a person decides, within a cap.
import type { Clock } from './clock.ts';
import { limits } from './limits.ts';

export interface CountdownOptions {
  readonly clock: Clock;
  readonly ms: number;
  /** The longest it may take in all, however often it is held or restarted. */
  readonly capMs?: number | undefined;
  /** Told once, with the time that is over: `ms`, or the cap. */
  readonly onEnd: (ms: number) => void;
  /** Told when the first hold begins and when the last one ends. */
  readonly onHeld?: (isHeld: boolean) => void;
}

export class Countdown {
  readonly #options: CountdownOptions;
  readonly #capMs: number;
  readonly #capAtMs: number;
  /** How long it had to run when it was started or resumed last. */
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

  /** Until it ends; while it is held, that is at its cap. */
  get leftMs(): number {
    const nowMs = this.#options.clock.now();
    const toCapMs = this.#capAtMs - nowMs;
    return this.#holds > 0 ? toCapMs : Math.min(this.#runsMs - (nowMs - this.#resumedAtMs), toCapMs);
  }

  /** Stops it until the returned function is called; several may hold at once. */
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

  /** Begins anew, within the cap. */
  restart(): void {
    this.#runsMs = this.#options.ms;
    this.#resumedAtMs = this.#options.clock.now();
    this.#arm();
  }

  /** For good. May be called again. */
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
