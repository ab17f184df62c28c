import { limits } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { RequestEvents } from './request-events.ts';
import { settle } from './settle.ts';

const { quietMs, followedQuietMs, settleMaxMs } = limits.page;

class FakeEvent {
  readonly listeners = new Set<(details: unknown) => void>();
  readonly addListener = (listener: (details: unknown) => void) => this.listeners.add(listener);
  readonly removeListener = (listener: (details: unknown) => void) => this.listeners.delete(listener);
  fire(details: unknown): void {
    for (const listener of this.listeners) listener(details);
  }
}

const names = [
  ...['onBeforeNavigate', 'onCommitted', 'onHistoryStateUpdated', 'onReferenceFragmentUpdated', 'onDOMContentLoaded'],
  ...['onCompleted', 'onErrorOccurred', 'onCreatedNavigationTarget', 'onBeforeRequest', 'onRemoved'],
] as const;

let clock: FakeClock;
let navigation: Record<string, FakeEvent>;
let network: Record<string, FakeEvent>;
/** When the page last changed. */
let changedAt: number;
let isPending: boolean;
let isFollowed: boolean;
let asked: number;
let whileAsked: () => void;
let answer: { readonly at: number; readonly settled: boolean; readonly navigated: boolean } | undefined;

function begin(actMs = 0, openRequests: readonly string[] = []): void {
  // The watches use these events of the browser's API and nothing else.
  const api = { webNavigation: navigation, tabs: navigation } as unknown as BrowserApi;
  const requests = network as unknown as RequestEvents;
  void settle(
    { api, requests, clock, tabId: 5, signal: new AbortController().signal, mayRead: () => true, openRequests },
    {
      perform: async () => {
        if (actMs > 0) await new Promise<void>((done) => clock.after(actMs, done));
        return { willNavigate: false };
      },
      pageState: async () => {
        asked += 1;
        whileAsked();
        return { unchangedMs: clock.now() - changedAt, isPending, isFollowed };
      },
      isBlocked: () => false,
      downloads: { begun: new Promise(() => {}), hasBegun: false, beginsSoon: async () => false },
    },
  ).then(({ settled, navigated }) => {
    answer = { at: clock.now(), settled, navigated };
  });
}

const top = { tabId: 5, frameId: 0, url: 'https://next.example/' };

/** Lets promises run after every millisecond. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed <= ms; passed += 1) {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    if (passed < ms) clock.advance(1);
  }
}

beforeEach(() => {
  clock = fakeClock();
  navigation = Object.fromEntries(names.map((name) => [name, new FakeEvent()]));
  network = Object.fromEntries(names.map((name) => [name, new FakeEvent()]));
  changedAt = clock.now();
  isPending = false;
  isFollowed = false;
  asked = 0;
  whileAsked = () => {};
  answer = undefined;
});

describe('settling', () => {
  it('counts idle time from the last change, not from the first request for it', async () => {
    begin(30);
    await pass(10);
    changedAt = clock.now();
    await pass(quietMs + 20);
    expect(answer).toEqual({ at: changedAt + quietMs, settled: true, navigated: false });
  });

  it('sees a navigation that began during the action, though the page is idle when it is asked', async () => {
    isFollowed = true;
    begin(2 * followedQuietMs);
    await pass(10);
    navigation.onBeforeNavigate?.fire(top);
    await pass(2 * followedQuietMs);
    expect(answer).toBeUndefined();
    navigation.onCommitted?.fire(top);
    navigation.onCompleted?.fire(top);
    await pass(5);
    expect(answer).toMatchObject({ settled: true, navigated: true });
  });

  it('sees a navigation that began while the page was asked, though it answers that it is idle', async () => {
    isFollowed = true;
    whileAsked = () => navigation.onCommitted?.fire(top);
    begin(2 * followedQuietMs);
    await pass(2 * followedQuietMs + 5);
    expect(answer).toBeUndefined();
    navigation.onCompleted?.fire(top);
    await pass(5);
    expect(answer).toMatchObject({ settled: true, navigated: true });
  });

  it('starts again with every change', async () => {
    begin();
    await pass(quietMs - 1);
    changedAt = clock.now();
    await pass(quietMs - 1);
    expect(answer).toBeUndefined();
    await pass(5);
    expect(answer?.settled).toBe(true);
    expect(asked).toBeLessThan(5);
  });

  it('waits for what the page still has to do', async () => {
    isPending = true;
    begin();
    await pass(400);
    expect(answer).toBeUndefined();
    isPending = false;
    changedAt = clock.now();
    await pass(2 * quietMs);
    expect(answer?.settled).toBe(true);
  });

  it('waits for requests, and for a while after them', async () => {
    begin();
    await pass(10);
    network.onBeforeRequest?.fire({ requestId: '1', type: 'xmlhttprequest' });
    await pass(500);
    expect(answer).toBeUndefined();
    const endedAt = clock.now();
    network.onCompleted?.fire({ requestId: '1', type: 'xmlhttprequest' });
    await pass(2 * quietMs);
    expect(answer?.settled).toBe(true);
    expect(Number(answer?.at) - endedAt).toBeGreaterThanOrEqual(quietMs);
  });

  it('waits for a request that the step before has started', async () => {
    isFollowed = true;
    begin(0, ['1']);
    await pass(300);
    expect(answer).toBeUndefined();
    network.onCompleted?.fire({ requestId: '1', type: 'image', statusCode: 200 });
    await pass(2 * quietMs);
    expect(answer?.settled).toBe(true);
  });

  it('is short where all that the page did was followed', async () => {
    isFollowed = true;
    begin(30);
    await pass(10);
    changedAt = clock.now();
    await pass(followedQuietMs + 20);
    expect(answer).toEqual({ at: changedAt + followedQuietMs, settled: true, navigated: false });
  });

  it('looks again when the page may have been quiet for long enough, where a frame was still to come', async () => {
    isFollowed = true;
    isPending = true;
    begin(10);
    await pass(12);
    isPending = false;
    await pass(followedQuietMs);
    expect(answer).toEqual({ at: changedAt + followedQuietMs, settled: true, navigated: false });
    expect(asked).toBe(2);
  });

  it('takes its whole time once something came that was not followed', async () => {
    isFollowed = true;
    begin();
    await pass(followedQuietMs - 5);
    isFollowed = false;
    changedAt = clock.now();
    await pass(2 * quietMs);
    expect(answer?.at).toBe(changedAt + quietMs);
  });

  it('takes its whole time after a request, even one that is not waited for', async () => {
    isFollowed = true;
    begin();
    network.onBeforeRequest?.fire({ requestId: '1', type: 'websocket' });
    await pass(2 * quietMs);
    expect(answer?.at).toBe(changedAt + quietMs);
  });

  it('ends at its deadline, even where the page says that something is pending', async () => {
    isPending = true;
    begin();
    await pass(settleMaxMs + 2 * quietMs);
    expect(answer).toMatchObject({ settled: false, navigated: false });
  });
});
