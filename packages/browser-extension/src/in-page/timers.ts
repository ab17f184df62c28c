// Sees the short timers, frames, requests and downloads that a page asks for because of an act, so that nobody looks for evidence
// before they came.
import type { Place } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import { installTimers } from './timers-in-page.ts';

/** What was asked for and does not come is not awaited longer than this; timers of hidden pages take a second. */
const PATIENCE_MS = 1_500;
/** Longer ones are the page's own affairs; so is what it asks for later than this after the act. */
const TIMER_MAX_MS = 500;
/** What the page asks for so soon after a hand counts as the act's; the rest only where something of the act asks for it. */
const ROOTS_MS = 100;

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
    begin: async (place) => void (await inPage(place, installTimers, [TIMER_MAX_MS, PATIENCE_MS, ROOTS_MS])),
    pending: (place) => inPage(place, count, []),
    end: async (place) => void (await inPage(place, remove, [])),
  };
}

interface Watched {
  [key: symbol]: { pending(): { timers: number; downloads: number }; end(): void } | undefined;
}

/** Injected as source text: it may use nothing of this file. */
function count(): { timers: number; downloads: number } | null {
  return (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.pending() ?? null;
}

/** The same. */
function remove(): null {
  (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.end();
  return null;
}
