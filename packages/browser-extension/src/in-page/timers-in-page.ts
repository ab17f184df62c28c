// What watches a page's timers and requests from inside, in the page's own world. It is injected as source text, so the whole
// is one function.
import type { Hook } from './page-world.ts';

/** One chain of work: an act's timer or frame, and what that asked for in turn. */
interface Chain {
  /** Sources of its callbacks, the first one first. */
  readonly sources: readonly string[];
}

/**
 * Puts itself around the page's ways to ask for later work, until `end`. May use nothing of this file. Roots are what
 * the page asks for around a hand's event; what a root's callback asks for belongs to it. A timer that asks for itself
 * again is a clock of the page's, so it is not followed; frames are followed until the time is over, and one that never
 * ends is known from then on.
 */
export function installTimers(
  name: string,
  hands: readonly string[],
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
    let own: Record<string, unknown> = {};
    let ours: Record<string, unknown> = {};
    let beganAt = 0;
    let handAt = 0;
    let isWatching = false;
    let downloads = 0;
    let requests = 0;
    const { click } = HTMLElement.prototype;
    const { send } = XMLHttpRequest.prototype;
    let running: Chain | undefined;

    const onHand = () => {
      handAt = performance.now();
    };

    /** A link that stands nowhere in the page, as scripts make it to save something: nobody else hears of its click. */
    function watchingClick(this: HTMLElement): void {
      const isSaving = this instanceof HTMLAnchorElement && this.hasAttribute('download');
      if (isSaving && performance.now() - handAt <= maxMs) downloads += 1;
      click.call(this);
    }

    /** Whether what the page asks for now is asked for because of a hand. */
    const isOfAct = () => isWatching && (running !== undefined || performance.now() - handAt <= rootsMs);

    function watchingSend(this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | Document | null): void {
      requests += 1;
      const id = `request ${requests}`;
      this.addEventListener('loadend', () => pending.delete(id), { once: true });
      send.call(this, body);
      if (isOfAct() && this.readyState !== XMLHttpRequest.DONE) pending.add(id);
    }

    /** The chain that new work would belong to; undefined for work that is none of ours. */
    function chainFor(callback: unknown, dueMs: number, isFrame: boolean): Chain | undefined {
      if (!isOfAct() || typeof callback !== 'function') return undefined;
      const sinceHand = performance.now() - handAt;
      const source = Function.prototype.toString.call(callback).slice(0, 1_000);
      const isLate = sinceHand + dueMs > maxMs;
      if (isLate && isFrame) endless.add(source);
      if (isLate || (isFrame ? endless.has(source) : running?.sources.includes(source))) return undefined;
      return { sources: [...(running?.sources ?? []).slice(-20), source] };
    }

    function runIn(chain: Chain, id: string, work: () => void): void {
      pending.delete(id);
      const before = running;
      running = chain;
      try {
        work();
      } finally {
        running = before;
      }
    }

    function begin(): void {
      beganAt = performance.now();
      handAt = beganAt;
      pending.clear();
      downloads = 0;
      if (isWatching) return;
      isWatching = true;
      const { fetch, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = window;
      own = { fetch, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame };
      ours = {
        fetch(...args: Parameters<typeof fetch>): Promise<Response> {
          const answered = fetch(...args);
          if (!isOfAct()) return answered;
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
          return id;
        },
        clearTimeout(id?: number): void {
          pending.delete(`timer ${id}`);
          clearTimeout(id);
        },
        requestAnimationFrame(callback: FrameRequestCallback): number {
          // A hidden page does not draw; nobody can wait for that.
          const chain = document.visibilityState === 'hidden' ? undefined : chainFor(callback, 0, true);
          if (chain === undefined) return requestAnimationFrame(callback);
          const id = requestAnimationFrame((time) => runIn(chain, `frame ${id}`, () => callback(time)));
          pending.add(`frame ${id}`);
          return id;
        },
        cancelAnimationFrame(id: number): void {
          pending.delete(`frame ${id}`);
          cancelAnimationFrame(id);
        },
      };
      Object.assign(window, ours);
      if (HTMLElement.prototype.click === click) HTMLElement.prototype.click = watchingClick;
      if (XMLHttpRequest.prototype.send === send) XMLHttpRequest.prototype.send = watchingSend;
      for (const type of hands) window.addEventListener(type, onHand, listening);
    }

    function end(): void {
      if (!isWatching) return;
      isWatching = false;
      for (const type of hands) window.removeEventListener(type, onHand, listening);
      if (HTMLElement.prototype.click === watchingClick) HTMLElement.prototype.click = click;
      if (XMLHttpRequest.prototype.send === watchingSend) XMLHttpRequest.prototype.send = send;
      // Whatever the page itself has put in their place stays.
      const now = window as unknown as Record<string, unknown>;
      for (const [name, func] of Object.entries(ours)) if (now[name] === func) now[name] = own[name];
    }

    return (verb) => {
      if (verb === 'begin') begin();
      else if (verb === 'end') end();
      const isOver = performance.now() - beganAt >= patienceMs;
      return `${isOver ? 0 : pending.size}\0${downloads}`;
    };
  }
}
