import { limits } from '@sallyport/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import { NavigationWatch } from './navigation.ts';

class FakeEvent {
  readonly listeners = new Set<(details: unknown) => void>();
  readonly addListener = (listener: (details: unknown) => void) => this.listeners.add(listener);
  readonly removeListener = (listener: (details: unknown) => void) => this.listeners.delete(listener);
  fire(details: unknown): void {
    for (const listener of this.listeners) listener(details);
  }
}

function fakeEvents() {
  return {
    onBeforeNavigate: new FakeEvent(),
    onCommitted: new FakeEvent(),
    onHistoryStateUpdated: new FakeEvent(),
    onReferenceFragmentUpdated: new FakeEvent(),
    onDOMContentLoaded: new FakeEvent(),
    onCompleted: new FakeEvent(),
    onErrorOccurred: new FakeEvent(),
    onCreatedNavigationTarget: new FakeEvent(),
  };
}

const url = 'https://example.com/';
const top = { tabId: 5, frameId: 0, url };
const aborted = { ...top, error: 'Error code 2152398850' };

let events: ReturnType<typeof fakeEvents>;
let onRemoved: FakeEvent;
let clock: FakeClock;
let tabStatus: 'loading' | 'complete';
let caller: AbortController;
let watch: NavigationWatch;
let arrival: { readonly as: unknown } | undefined;

beforeEach(() => {
  events = fakeEvents();
  onRemoved = new FakeEvent();
  clock = fakeClock();
  caller = new AbortController();
  arrival = undefined;
  tabStatus = 'complete';
  const get = async () => ({ status: tabStatus });
  // The watch uses these of the browser's API and nothing else.
  const api = { webNavigation: events, tabs: { onRemoved, get } } as unknown as BrowserApi;
  watch = new NavigationWatch({ api, clock, tabId: 5, signal: caller.signal });
  const note = (as: unknown) => {
    arrival = { as };
  };
  watch.arrived().then(note, note);
});

async function settled(): Promise<unknown> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return arrival?.as;
}

describe('a navigation', () => {
  it('arrives when its page is complete', async () => {
    events.onBeforeNavigate.fire(top);
    events.onCommitted.fire(top);
    expect(await settled()).toBeUndefined();
    events.onCompleted.fire(top);
    expect(await settled()).toBe('complete');
  });

  it('is not the empty page of a new tab, nor a load that was under way before', async () => {
    events.onBeforeNavigate.fire({ ...top, url: 'about:blank' });
    events.onCompleted.fire({ ...top, url: 'about:blank' });
    events.onCompleted.fire({ ...top, url: 'https://example.com/before' });
    events.onBeforeNavigate.fire(top);
    events.onCompleted.fire({ ...top, url: 'about:blank' });
    expect(await settled()).toBeUndefined();
  });

  it('is of the top document of its own tab', async () => {
    events.onBeforeNavigate.fire(top);
    events.onCompleted.fire({ ...top, frameId: 3 });
    events.onCompleted.fire({ ...top, tabId: 6 });
    expect(await settled()).toBeUndefined();
  });

  it('is usable when the document is there and the rest takes too long', async () => {
    events.onBeforeNavigate.fire(top);
    events.onDOMContentLoaded.fire(top);
    clock.advance(limits.page.loadGraceMs);
    expect(await settled()).toBe('usable');
  });

  it.each(['onHistoryStateUpdated', 'onReferenceFragmentUpdated'] as const)(
    'may stay in its document (%s)',
    async (name) => {
      events[name].fire(top);
      expect(await settled()).toBe('same');
    },
  );

  it('fails with the browser’s own word for it', async () => {
    events.onBeforeNavigate.fire(top);
    events.onErrorOccurred.fire({ ...top, error: 'net::ERR_CONNECTION_REFUSED' });
    expect(await settled()).toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: 'PAGE_LOAD_FAILED: The page did not load (net::ERR_CONNECTION_REFUSED).',
    });
  });

  it('goes on after an abort, as Firefox does when a page moves to another process', async () => {
    events.onBeforeNavigate.fire(top);
    events.onErrorOccurred.fire(aborted);
    clock.advance(limits.page.abortGraceMs - 1);
    events.onCommitted.fire(top);
    clock.advance(limits.page.abortGraceMs);
    expect(await settled()).toBeUndefined();
    events.onCompleted.fire(top);
    expect(await settled()).toBe('complete');
  });

  it('has failed when nothing follows an abort', async () => {
    events.onBeforeNavigate.fire(top);
    events.onErrorOccurred.fire(aborted);
    clock.advance(limits.page.abortGraceMs);
    expect(await settled()).toMatchObject({ code: 'ERR_TOOL_FAILED' });
  });

  it('goes on after an abort for as long as its tab says that it loads', async () => {
    tabStatus = 'loading';
    events.onBeforeNavigate.fire(top);
    events.onErrorOccurred.fire(aborted);
    for (let graces = 0; graces < 3; graces += 1) {
      clock.advance(limits.page.abortGraceMs);
      expect(await settled()).toBeUndefined();
    }
    tabStatus = 'complete';
    clock.advance(limits.page.abortGraceMs);
    expect(await settled()).toMatchObject({ code: 'ERR_TOOL_FAILED' });
  });

  it('is not ended by an abort that is told when its document is there', async () => {
    events.onBeforeNavigate.fire(top);
    events.onCommitted.fire(top);
    events.onErrorOccurred.fire(aborted);
    clock.advance(limits.page.abortGraceMs);
    expect(await settled()).toBeUndefined();
    clock.advance(limits.page.endlessMs);
    expect(await settled()).toBe('usable');
  });

  it('is ended by the abort of the next load of the same address', async () => {
    events.onCommitted.fire(top);
    events.onBeforeNavigate.fire(top);
    events.onErrorOccurred.fire(aborted);
    clock.advance(limits.page.abortGraceMs);
    expect(await settled()).toMatchObject({ code: 'ERR_TOOL_FAILED' });
  });

  it('ends with its tab and with its call', async () => {
    onRemoved.fire(6);
    onRemoved.fire(5);
    expect(await settled()).toMatchObject({ message: 'TAB_CLOSED: There is no tab 5.' });
  });

  it('ends with its call', async () => {
    caller.abort(new Error('withdrawn'));
    expect(await settled()).toMatchObject({ message: 'withdrawn' });
  });

  it('tells whether it begins in time', async () => {
    const first = watch.begins(100);
    clock.advance(100);
    expect(await first).toBe(false);
    const second = watch.begins(100);
    events.onBeforeNavigate.fire(top);
    expect(await second).toBe(true);
  });

  it('notes the tabs that its page opens', () => {
    events.onCreatedNavigationTarget.fire({ sourceTabId: 5, tabId: 8 });
    events.onCreatedNavigationTarget.fire({ sourceTabId: 6, tabId: 9 });
    expect(watch.openedTabIds).toEqual([8]);
  });

  it('leaves no listener and no timer behind', () => {
    events.onBeforeNavigate.fire(top);
    events.onDOMContentLoaded.fire(top);
    events.onErrorOccurred.fire(aborted);
    watch.close();
    const left = [...Object.values(events), onRemoved].reduce((sum, { listeners }) => sum + listeners.size, 0);
    expect([left, clock.pending]).toEqual([0, 0]);
  });
});
