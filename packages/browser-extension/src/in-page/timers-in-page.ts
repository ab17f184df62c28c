// Watches a page's timers and requests from the page's own world. Injected as source text, so all of it is one function.
import type { Hook } from './page-world.ts';

/** One chain of work: a timer or frame that the action caused, and what its callback scheduled in turn. */
interface Chain {
  /** Sources of its callbacks, the first one first. */
  readonly sources: readonly string[];
}

/**
 * Wraps the functions that schedule later work, until `end`. Cannot use anything from this file. Roots are what the page
 * schedules right after an input event; what a root's callback schedules belongs to it. A timer that schedules itself
 * again is a clock of the page, so it is not followed. Frames are followed until the time is over; an endless one is
 * remembered. A hidden page has no frames and its timers run once a second, so whoever asks what is pending runs what is due.
 */
export function installTimers(
  name: string,
  inputEvents: readonly string[],
  maxMs: number,
  patienceMs: number,
  rootsMs: number,
): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] === undefined) Object.defineProperty(window, name, { value: watch(), configurable: true });
  page[name]?.('begin');

  function watch(): Hook {
    const listening = { capture: true, passive: true };
    const endless = new Set<string>();
    const pending = new Set<string>();
    /** Of a hidden page, by its id in `pending`. */
    const waiting = new Map<string, { readonly dueAt: number; readonly run: () => void }>();
    let originals: Record<string, unknown> = {};
    let wrappers: Record<string, unknown> = {};
    let beganAt = 0;
    let inputAt = 0;
    let isWatching = false;
    let downloads = 0;
    let requests = 0;
    const { click } = HTMLElement.prototype;
    const { send } = XMLHttpRequest.prototype;
    let running: Chain | undefined;

    const onInput = () => {
      inputAt = performance.now();
    };

    /** Scripts save files by clicking a link that is not in the page, which only this hook sees. */
    function watchingClick(this: HTMLElement): void {
      const isSaving = this instanceof HTMLAnchorElement && this.hasAttribute('download');
      if (isSaving && performance.now() - inputAt <= maxMs) downloads += 1;
      click.call(this);
    }

    /** Whether work that the page schedules now is attributed to the action. */
    const isOfAction = () => isWatching && (running !== undefined || performance.now() - inputAt <= rootsMs);

    function watchingSend(this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | Document | null): void {
      requests += 1;
      const id = `request ${requests}`;
      this.addEventListener('loadend', () => pending.delete(id), { once: true });
      send.call(this, body);
      if (isOfAction() && this.readyState !== XMLHttpRequest.DONE) pending.add(id);
    }

    /** The chain that new work belongs to; undefined for work that is not the action's. */
    function chainFor(callback: unknown, dueMs: number, isFrame: boolean): Chain | undefined {
      if (!isOfAction() || typeof callback !== 'function') return undefined;
      const sinceInput = performance.now() - inputAt;
      const source = Function.prototype.toString.call(callback).slice(0, 1_000);
      const isLate = sinceInput + dueMs > maxMs;
      if (isLate && isFrame) endless.add(source);
      if (isLate || (isFrame ? endless.has(source) : running?.sources.includes(source))) return undefined;
      return { sources: [...(running?.sources ?? []).slice(-20), source] };
    }

    function runIn(chain: Chain, id: string, work: () => void): void {
      pending.delete(id);
      waiting.delete(id);
      const before = running;
      running = chain;
      try {
        work();
      } finally {
        running = before;
      }
    }

    function runDue(): void {
      const now = performance.now();
      for (const [id, { dueAt, run }] of [...waiting]) {
        if (dueAt > now || !waiting.delete(id)) continue;
        try {
          run();
        } catch (error) {
          reportError(error);
        }
      }
    }

    function begin(): void {
      beganAt = performance.now();
      inputAt = beganAt;
      pending.clear();
      waiting.clear();
      downloads = 0;
      if (isWatching) return;
      isWatching = true;
      const { fetch, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = window;
      originals = { fetch, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame };
      wrappers = {
        fetch(...args: Parameters<typeof fetch>): Promise<Response> {
          const answered = fetch(...args);
          if (!isOfAction()) return answered;
          requests += 1;
          const id = `request ${requests}`;
          pending.add(id);
          const end = () => void pending.delete(id);
          answered.then(end, end);
          return answered;
        },
        setTimeout(handler: TimerHandler, delay?: number, ...args: unknown[]): number {
          const chain = chainFor(handler, Number(delay ?? 0), false);
          if (chain === undefined || typeof handler !== 'function') return setTimeout(handler, delay, ...args);
          const run = (...given: unknown[]) => runIn(chain, `timer ${id}`, () => handler(...given));
          const id = setTimeout(run, delay, ...args);
          pending.add(`timer ${id}`);
          const runNow = () => {
            clearTimeout(id);
            run(...args);
          };
          if (document.visibilityState === 'hidden')
            waiting.set(`timer ${id}`, { dueAt: performance.now() + Number(delay ?? 0), run: runNow });
          return id;
        },
        clearTimeout(id?: number): void {
          pending.delete(`timer ${id}`);
          waiting.delete(`timer ${id}`);
          clearTimeout(id);
        },
        requestAnimationFrame(callback: FrameRequestCallback): number {
          const chain = chainFor(callback, 0, true);
          if (chain === undefined) return requestAnimationFrame(callback);
          const run = (time: number) => runIn(chain, `frame ${id}`, () => callback(time));
          const id = requestAnimationFrame(run);
          pending.add(`frame ${id}`);
          const runNow = () => {
            cancelAnimationFrame(id);
            run(performance.now());
          };
          if (document.visibilityState === 'hidden') waiting.set(`frame ${id}`, { dueAt: 0, run: runNow });
          return id;
        },
        cancelAnimationFrame(id: number): void {
          pending.delete(`frame ${id}`);
          waiting.delete(`frame ${id}`);
          cancelAnimationFrame(id);
        },
      };
      Object.assign(window, wrappers);
      if (HTMLElement.prototype.click === click) HTMLElement.prototype.click = watchingClick;
      if (XMLHttpRequest.prototype.send === send) XMLHttpRequest.prototype.send = watchingSend;
      for (const type of inputEvents) window.addEventListener(type, onInput, listening);
    }

    function end(): void {
      if (!isWatching) return;
      isWatching = false;
      for (const type of inputEvents) window.removeEventListener(type, onInput, listening);
      if (HTMLElement.prototype.click === watchingClick) HTMLElement.prototype.click = click;
      if (XMLHttpRequest.prototype.send === watchingSend) XMLHttpRequest.prototype.send = send;
      // Replacements by the page are kept.
      const now = window as unknown as Record<string, unknown>;
      for (const [name, func] of Object.entries(wrappers)) if (now[name] === func) now[name] = originals[name];
    }

    return (verb) => {
      if (verb === 'begin') begin();
      else if (verb === 'end') end();
      else runDue();
      const isOver = performance.now() - beganAt >= patienceMs;
      return `${isOver ? 0 : pending.size}\0${downloads}`;
    };
  }
}
