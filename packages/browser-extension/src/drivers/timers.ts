// Sees the short timers and frames that a page asks for while it handles an act, so that nobody looks for evidence before they have run.
import type { BrowserApi } from '../platform.ts';

interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/** What was asked for and does not come is not awaited longer than this; timers of hidden pages take a second. */
const PATIENCE_MS = 1_500;
/** Longer ones are the page's own affairs; so are those that it sets later. */
const TIMER_MAX_MS = 500;

export interface TimerWatch {
  begin(place: Place): Promise<void>;
  /** How many have not run yet. */
  pending(place: Place): Promise<number>;
  end(place: Place): Promise<void>;
}

export function timerWatch(api: BrowserApi): TimerWatch {
  async function inPage<Args extends unknown[]>(
    { tabId, frameId }: Place,
    func: (...args: Args) => number,
    args: Args,
  ): Promise<number> {
    const target = { tabId, frameIds: [frameId] };
    const [frame] = await api.scripting.executeScript({ target, world: 'MAIN', func, args });
    // Null where the page was left in mid-call.
    return Number(frame?.result ?? 0);
  }

  return {
    begin: async (place) => void (await inPage(place, install, [TIMER_MAX_MS, PATIENCE_MS])),
    pending: (place) => inPage(place, count, []),
    end: async (place) => void (await inPage(place, remove, [])),
  };
}

interface Watched {
  [key: symbol]: { pending(): number; restore(): void } | undefined;
}

/** Injected as source text: it may use nothing of this file. */
function install(maxMs: number, patienceMs: number): number {
  const key = Symbol.for('dev.sallyport.timers');
  const page = window as unknown as Watched;
  if (page[key] !== undefined) return 0;
  const { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = window;
  const own = { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame };
  const endAt = performance.now() + patienceMs;
  const pending = new Set<string>();
  let isOpen = true;
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
      return performance.now() < endAt ? pending.size : 0;
    },
    restore: () => {
      delete page[key];
      // Whatever the page itself has put in their place stays.
      const now = window as unknown as Record<string, unknown>;
      const ours = Object.entries(watching).filter(([name, func]) => now[name] === func);
      for (const [name] of ours) now[name] = (own as Record<string, unknown>)[name];
    },
  };
  return 0;
}

/** The same. */
function count(): number {
  return (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.pending() ?? 0;
}

/** The same. */
function remove(): number {
  (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.restore();
  return 0;
}
