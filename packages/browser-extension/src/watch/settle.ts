// Performs an action and waits until the page has settled or navigated. The background's clock is used, since timers of
// hidden pages run once a second.
import { limits } from '@sallyport/protocol';
import { pause } from '../base/clock.ts';
import type { ActionResult } from '../base/page-calls.ts';
import type { DownloadWatch } from './download-watch.ts';
import { NavigationWatch, type WatchOptions } from './navigation.ts';
import { NetworkWatch, type NetworkWatchOptions } from './network-watch.ts';

export interface Settled<Result> {
  readonly result: Result;
  readonly navigated: boolean;
  /** The tab has a new document, without anything of ours from before. */
  readonly isReplaced: boolean;
  /** The page closed its own tab. */
  readonly isClosed: boolean;
  /** Tabs that the page opened meanwhile. */
  readonly openedTabIds: readonly number[];
  /** False when the page was still busy at the deadline. */
  readonly settled: boolean;
  /** Requests that failed. */
  readonly failures: readonly string[];
}

export interface PageState {
  /** How long the page has not changed, in milliseconds. */
  readonly unchangedMs: number;
  /** Whether something that the action has started is still to come. */
  readonly isPending: boolean;
  /** Whether all that the page did so far was seen coming, so nothing else is expected. */
  readonly isFollowed: boolean;
  /** Whether the action is over, since the next one has begun. */
  readonly isOver?: boolean;
}

export interface SettlingAction<Result extends Pick<ActionResult, 'willNavigate'>> {
  /** Told what the browser says of the tab meanwhile. */
  perform(seen: Pick<NavigationWatch, 'hasBegun' | 'openedTabIds'>): Promise<Result>;
  /** Once it was idle for `quietMs`, it may have settled. */
  pageState(quietMs: number): Promise<PageState>;
  /** Whether a dialog blocks the page, so there is nothing to wait for. */
  isBlocked(): boolean;
  /** Once the action has started a download, no new page comes. */
  readonly downloads: Pick<DownloadWatch, 'begun' | 'hasBegun' | 'beginsSoon'>;
}

/** Idle time counts from the page's last change, so a page that was idle before we asked is not waited for again. */
export async function settle<Result extends Pick<ActionResult, 'willNavigate'>>(
  options: WatchOptions & NetworkWatchOptions & { readonly quietMs?: number },
  { perform, pageState, isBlocked, downloads }: SettlingAction<Result>,
): Promise<Settled<Result>> {
  const { clock, signal } = options;
  const { navigationStartMs, settleMaxMs, clickLoadMs } = limits.page;
  const { quietMs = limits.page.quietMs } = options;
  const followedQuietMs = Math.min(limits.page.followedQuietMs, quietMs);
  const navigation = new NavigationWatch(options);
  const network = new NetworkWatch(options);

  /** True once the page was idle for long enough, 'away' when it navigated, false at the deadline. */
  async function untilIdle(): Promise<boolean | 'away'> {
    const beganAt = clock.now();
    const deadline = beganAt + settleMaxMs;
    let enoughMs: number = followedQuietMs;
    while (clock.now() < deadline) {
      if (isBlocked() || navigation.isClosed) return true;
      // A page that does not answer is about to navigate. The network is read after the page, so its state is newer.
      const page = await pageState(network.hasRequests ? quietMs : enoughMs).catch(() => noAnswer);
      // It began during the action or while the page was asked: the old page, or the new one, may be idle.
      if (navigation.hasBegun) return 'away';
      if (page.isOver === true) return true;
      const networkMs = network.idleMs();
      const idleMs = page.isPending ? 0 : Math.min(networkMs, page.unchangedMs);
      // What follows a request may come by other ways, and what was not seen coming may come again.
      if (idleMs >= followedQuietMs && (!page.isFollowed || network.hasRequests)) enoughMs = quietMs;
      if (idleMs >= enoughMs) return true;
      // The longer it takes, the less often it is worth a look.
      const pollMs = Math.min(Math.max((clock.now() - beganAt) / POLLS, followedQuietMs), quietMs);
      // What is pending is often one frame, which comes before the page was quiet for long enough.
      const passedMs = page.unchangedMs < enoughMs ? page.unchangedMs : 0;
      const waitMs = idleMs === 0 ? pollMs - passedMs : enoughMs - idleMs;
      // The page's own time may be cut: its answer and the next question are on their way for longer.
      const wholeMs = page.unchangedMs < networkMs ? Math.floor(waitMs) : Math.ceil(waitMs);
      if (await navigation.begins(Math.max(wholeMs, MIN_WAIT_MS))) return 'away';
    }
    return false;
  }

  /** Where the action led: to a page, which may be slow, or to a file, which leaves the old page in place. */
  async function arrival(): Promise<'page' | 'slow page' | 'file'> {
    try {
      return await Promise.race([
        navigation.arrived().then((how) => (how === 'usable' ? 'slow page' : 'page')),
        pause(clock, clickLoadMs, signal).then((): 'slow page' => 'slow page'),
        downloads.begun.then((): 'file' => 'file'),
      ]);
    } catch (error) {
      if (downloads.hasBegun) return 'file';
      if (navigation.isClosed) return 'page';
      throw error;
    }
  }

  function settledAs(result: Result, navigated: boolean, settled: boolean): Settled<Result> {
    const { openedTabIds, isReplaced, isClosed } = navigation;
    const failures = [...network.failures];
    return { result, navigated, isReplaced, isClosed, openedTabIds: [...openedTabIds], settled, failures };
  }

  try {
    const result = await perform(navigation);
    const begins = () => Promise.race([navigation.begins(navigationStartMs), downloads.begun.then((): false => false)]);
    const isLeaving = result.willNavigate && (await begins());
    const idle = isLeaving ? 'away' : await untilIdle();
    if (idle !== 'away') return settledAs(result, false, idle);
    const arrived = await arrival();
    const isFile = arrived === 'page' && !navigation.hasMoved && (await downloads.beginsSoon(signal));
    const where = isFile ? 'file' : arrived;
    // The agent decides whether to wait for a slow page: it learns where the tab is now.
    return where === 'file' ? settledAs(result, false, true) : settledAs(result, true, where === 'page');
  } finally {
    navigation.close();
    network.close();
  }
}

const noAnswer: PageState = { unchangedMs: 0, isPending: true, isFollowed: false };
const MIN_WAIT_MS = 2;
const POLLS = 8;
