// Sees the short timers and frames that a page asks for because of an act, so that nobody looks for evidence before they have run.
import type { BrowserApi } from '../platform.ts';
import { installTimers } from './timers-in-page.ts';

interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/** What was asked for and does not come is not awaited longer than this; timers of hidden pages take a second. */
const PATIENCE_MS = 1_500;
/** Longer ones are the page's own affairs; so is what it asks for later than this after the act. */
const TIMER_MAX_MS = 500;
/** What the page asks for so soon after a hand counts as the act's; the rest only where something of the act asks for it. */
const ROOTS_MS = 100;

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
    begin: async (place) => void (await inPage(place, installTimers, [TIMER_MAX_MS, PATIENCE_MS, ROOTS_MS])),
    pending: (place) => inPage(place, count, []),
    end: async (place) => void (await inPage(place, remove, [])),
  };
}

interface Watched {
  [key: symbol]: { pending(): number; end(): void } | undefined;
}

/** Injected as source text: it may use nothing of this file. */
function count(): number {
  return (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.pending() ?? 0;
}

/** The same. */
function remove(): number {
  (window as unknown as Watched)[Symbol.for('dev.sallyport.timers')]?.end();
  return 0;
}
