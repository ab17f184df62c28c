// Sees the short timers, frames and downloads that a page asks for while it handles an act, so that nobody looks for evidence before they came.
import type { BrowserApi } from '../platform.ts';

interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/** What was asked for and does not come is not awaited longer than this; timers of hidden pages take a second. */
const PATIENCE_MS = 1_500;
/** Longer ones are the page's own affairs; so are those that it sets later. */
const TIMER_MAX_MS = 500;

export interface Pending {
  readonly timers: number;
  /** Files that the page's own script wanted saved; whether they are, the browser tells. */
  readonly downloads: number;
}

const NONE: Pending = { timers: 0, downloads: 0 };

export interface TimerWatch {
  begin(place: Place): Promise<void>;
  /** How many have not run yet. */
  pending(place: Place): Promise<Pending>;
  end(place: Place): Promise<void>;
}

export function timerWatch(api: BrowserApi): TimerWatch {
  async function inPage<Args extends unknown[]>(
    { tabId, frameId }: Place,
    func: (...args: Args) => Pending | null,
    args: Args,
  ): Promise<Pending> {
    const target = { tabId, frameIds: [frameId] };
    const [frame] = await api.scripting.executeScript({ target, world: 'MAIN', func, args, injectImmediately: true });
    // Null where the page was left in mid-call, and where there is nothing to tell.
    return frame?.result ?? NONE;
  }

  return {
    begin: async (place) => void (await inPage(place, install, [TIMER_MAX_MS, PATIENCE_MS])),
    pending: (place) => inPage(place, count, []),
    end: async (place) => void (await inPage(place, remove, [])),
  };
}

interface Watched {
  [key: symbol]: { pending(): { timers: number; downloads: number }; restore(): void } | undefined;
}

/** Injected as source text: it may use nothing of this file. */
function install(maxMs: number, patienceMs: number): null {
  const key = Symbol.for('dev.sallyport.timers');
  const page = window as unknown as Watched;
  if (page[key] !== undefined) return null;
  const { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = window;
  const own = { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame };
  const endAt = performance.now() + patienceMs;
  const pending = new Set<string>();
  let isOpen = true;
  let downloads = 0;
  const { click } = HTMLElement.prototype;
  // A link that stands nowhere in the page, as scripts make it to save something: nobody else hears of its click.
  HTMLElement.prototype.click = function (this: HTMLElement): void {
    if (isOpen && this instanceof HTMLAnchorElement && this.hasAttribute('download')) downloads += 1;
    click.call(this);
  };
  const ownClick = HTMLElement.prototype.click;
  const watching = {
    setTimeout(handler: TimerHandler, delay?: number, ...args: unknown[]): number {
      const isOurs = isOpen && typeof handler === 'function' && Number(delay ?? 0) <= maxMs;
      if (!isOurs) return setTimeout(handler, delay, ...args);
      const run = (...given: unknown[]) => {
        pending.delete(`timer ${id}`);
        handler(...given);
      };
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
      if (!isOpen || document.visibilityState === 'hidden') return requestAnimationFrame(callback);
      const id = requestAnimationFrame((time) => {
        pending.delete(`frame ${id}`);
        callback(time);
      });
      pending.add(`frame ${id}`);
      return id;
    },
    cancelAnimationFrame(id: number): void {
      pending.delete(`frame ${id}`);
      cancelAnimationFrame(id);
    },
  };
  Object.assign(window, watching);
  page[key] = {
    // The first count ends the watch for new ones: what an act's timers ask for in turn is not awaited.
    pending: () => {
      isOpen = false;
      return performance.now() < endAt ? { timers: pending.size, downloads } : { timers: 0, downloads: 0 };
    },
    restore: () => {
      delete page[key];
      if (HTMLElement.prototype.click === ownClick) HTMLElement.prototype.click = click;
      // Whatever the page itself has put in their place stays.
      const now = window as unknown as Record<string, unknown>;
      const ours = Object.entries(watching).filter(([name, func]) => now[name] === func);
      for (const [name] of ours) now[name] = (own as Record<string, unknown>)[name];
    },
  };
  return null;
}

/** The same. */
function count(): { timers: number; downloads: number } | null {
  return (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.pending() ?? null;
}

/** The same. */
function remove(): null {
  (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.restore();
  return null;
}
