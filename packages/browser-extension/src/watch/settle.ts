// Waits after an act until the page has come to rest, or has gone to another one. The clock is the background's, since
// those of hidden pages run once a second.
import { limits } from '@sallyport/protocol';
import { pause } from '../base/clock.ts';
import type { ActionResult } from '../base/page-calls.ts';
import type { DownloadWatch } from './download-watch.ts';
import { NavigationWatch, type WatchOptions } from './navigation.ts';
import { NetworkWatch, type NetworkWatchOptions } from './network-watch.ts';

export interface Settled<Result> {
  readonly result: Result;
  readonly navigated: boolean;
  /** Tabs that the page opened meanwhile; they belong to the session. */
  readonly openedTabIds: readonly number[];
  /** False when it was still at work at the end of our patience. */
  readonly settled: boolean;
  /** Requests that went wrong. */
  readonly failures: readonly string[];
}

export interface Deed<Result extends Pick<ActionResult, 'leads'>> {
  act(): Promise<Result>;
  /** For how long the page has not changed. */
  pageStillness(): Promise<number>;
  /** Whether a dialog holds the page, so that there is nothing to wait for. */
  isHeld(): boolean;
  /** Resolves when the act has started a download, after which no page comes. */
  readonly downloads: Pick<DownloadWatch, 'begun' | 'hasBegun' | 'beginsSoon'>;
}

/** Does it and waits. What the page still has to do is asked of it at once, so that no moment of rest is waited for twice. */
export async function settle<Result extends Pick<ActionResult, 'leads'>>(
  options: WatchOptions & NetworkWatchOptions,
  { act, pageStillness, isHeld, downloads }: Deed<Result>,
): Promise<Settled<Result>> {
  const { clock, signal } = options;
  const { navigationStartMs, quietMs, settleMaxMs, clickLoadMs } = limits.page;
  const navigation = new NavigationWatch(options);
  const network = new NetworkWatch(options);

  /** True once the page was still for the time, 'away' when it left, false when the patience is over. */
  async function rest(): Promise<boolean | 'away'> {
    const patienceEnd = clock.now() + settleMaxMs;
    while (clock.now() < patienceEnd) {
      if (isHeld()) return true;
      // A page that cannot be asked is about to leave. The network is looked at after its answer, when more is known of it.
      const pageStill = await pageStillness().catch(() => 0);
      const still = Math.min(network.stillness(), pageStill);
      if (still >= quietMs) return true;
      if (await navigation.begins(Math.max(Math.ceil(quietMs - still), MIN_WAIT_MS))) return 'away';
    }
    return false;
  }

  /** Where the act led: to a page, which may be slow, or to a file, which leaves the old page where it is. */
  async function arrival(): Promise<'page' | 'slow page' | 'file'> {
    try {
      return await Promise.race([
        navigation.arrived().then((how) => (how === 'usable' ? 'slow page' : 'page')),
        pause(clock, clickLoadMs, signal).then((): 'slow page' => 'slow page'),
        downloads.begun.then((): 'file' => 'file'),
      ]);
    } catch (error) {
      if (downloads.hasBegun) return 'file';
      throw error;
    }
  }

  function settledAs(result: Result, navigated: boolean, settled: boolean): Settled<Result> {
    const { openedTabIds } = navigation;
    return { result, navigated, openedTabIds: [...openedTabIds], settled, failures: [...network.failures] };
  }

  try {
    const result = await act();
    const begins = () => Promise.race([navigation.begins(navigationStartMs), downloads.begun.then((): false => false)]);
    const isLeaving = result.leads && (await begins());
    const rested = isLeaving ? 'away' : await rest();
    if (rested !== 'away') return settledAs(result, false, rested);
    const arrived = await arrival();
    const isFile = arrived === 'page' && !navigation.hasMoved && (await downloads.beginsSoon(signal));
    const where = isFile ? 'file' : arrived;
    // A slow page is the agent's to wait for: it hears where the tab is now.
    return where === 'file' ? settledAs(result, false, true) : settledAs(result, true, where === 'page');
  } finally {
    navigation.close();
    network.close();
  }
}

const MIN_WAIT_MS = 2;
