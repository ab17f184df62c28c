// Makes a hidden tab draw during work that waits for its frames, and for a while after it.
import type { Clock } from '@sallyport/protocol';
import { pause } from '../base/clock.ts';
import type { Command } from './debugger-session.ts';

/** Tiny, since its frames are not used. */
const TINY_CAST = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 };
/** What an action opens or closes often moves first, and scripts wait for the end of that. */
const LINGER_MS = 1_000;
/** Pictures take 30 to 60 ms, of large pages a second. */
const SHOT_MS = 3_000;
const SHOTS_MAX = 3;

/**
 * A hidden tab draws about once a second: every second picture of it would wait for a frame that never comes, a move of the
 * mouse took two seconds, and transitions do not end. While a screencast runs, it draws.
 */
export class Drawing {
  readonly #clock: Clock;
  /** By tab, what keeps its screencast from ending. */
  readonly #running = new Map<number, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One piece of work at a time for each tab. */
  async during<Result>(tabId: number, command: Command, work: () => Promise<Result>): Promise<Result> {
    const keep = this.#running.get(tabId);
    keep?.();
    // The browser keeps the order of commands, and what the page is asked before the first of them needs no frame.
    let hasFailed = false;
    const failed = () => {
      hasFailed = true;
      this.forget(tabId);
    };
    if (keep === undefined) command('Page.startScreencast', TINY_CAST).catch(failed);
    try {
      return await work();
    } finally {
      const stop = () => {
        this.#running.delete(tabId);
        // Not awaited: a page that a dialog blocks does not answer, and a closed tab has no screencast.
        command('Page.stopScreencast').catch(() => {});
      };
      if (!hasFailed) this.#running.set(tabId, this.#clock.after(LINGER_MS, stop));
    }
  }

  /** For work that is over without a frame unless the page asks for one: drawing costs a tenth of the processor's time. */
  async ifNeeded<Result>(
    tabId: number,
    command: Command,
    work: () => Promise<Result>,
    isNeeded: (result: Result) => boolean,
  ): Promise<Result> {
    if (this.#running.has(tabId)) void this.#stop(tabId, command).catch(() => {});
    const result = await work();
    if (isNeeded(result)) await this.during(tabId, command, async () => {});
    return result;
  }

  /**
   * For a picture, which waits for a frame: a screencast from before a navigation may bring none, so this starts its own, and
   * another one where no frame came in time.
   */
  async picture<Result>(tabId: number, command: Command, shoot: () => Promise<Result>): Promise<Result> {
    if (this.#running.has(tabId)) await this.#stop(tabId, command);
    for (let tries = 1; tries < SHOTS_MAX; tries += 1) {
      const shot = this.during(tabId, command, shoot).then((result) => ({ result }));
      const taken = await Promise.race([shot, pause(this.#clock, SHOT_MS, new AbortController().signal)]);
      if (taken !== undefined) return taken.result;
      shot.catch(() => {});
      await this.#stop(tabId, command);
    }
    return this.during(tabId, command, shoot);
  }

  async #stop(tabId: number, command: Command): Promise<void> {
    this.forget(tabId);
    await command('Page.stopScreencast');
  }

  /** The debugger is detached, and its screencast ended with it. */
  forget(tabId: number): void {
    this.#running.get(tabId)?.();
    this.#running.delete(tabId);
  }
}
