// What comes into a page before anybody calls it, and who waits for it.
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { Place } from '../base/facts.ts';
import { files } from '../base/manifest.ts';
import type { BrowserApi } from '../base/platform.ts';
import { PageWorld } from '../in-page/page-world.ts';
import { Arrivals } from './arrivals.ts';

interface Commit extends Place {
  readonly transitionQualifiers: readonly string[];
}

interface Injection {
  readonly files?: readonly string[];
  readonly args?: readonly unknown[];
}

function setUp(execute: (injection: Injection) => Promise<unknown>) {
  const clock = fakeClock();
  const injected: Injection[] = [];
  /** The names under which hooks came. */
  const hooked: string[] = [];
  const hooking: { until?: Promise<void> } = {};
  let listener = (_: Commit) => {};
  const api = {
    webNavigation: { onCommitted: { addListener: (added: typeof listener) => (listener = added) } },
    scripting: {
      executeScript: async (injection: Injection) => {
        injected.push(injection);
        return execute(injection);
      },
    },
  } as unknown as BrowserApi;
  const world = new PageWorld(api);
  const hook = async (_: Place, name: string) => {
    hooked.push(name);
    await hooking.until;
  };
  const arrivals = new Arrivals({ api, clock, world, isAgentTab: (tabId) => tabId === 1, hooks: [hook] });
  const commit = (place: Place, ...transitionQualifiers: string[]) => listener({ ...place, transitionQualifiers });
  return { arrivals, clock, world, injected, hooked, hooking, commit };
}

const keepsName = async ({ args }: Injection) => [{ frameId: 0, result: args?.[0] }];
const hasName = async () => [{ frameId: 0, result: 'another name' }];
const top = { tabId: 1, frameId: 0 };

describe('what comes into a page', () => {
  it('comes with a new page of an agent’s tab, all at once, and into no other document', async () => {
    const { arrivals, world, commit, injected, hooked } = setUp(keepsName);
    commit({ tabId: 2, frameId: 0 });
    commit({ tabId: 1, frameId: 7 });
    expect([injected, hooked]).toEqual([[], []]);
    commit(top);
    expect(hooked).toHaveLength(1);
    await arrivals.ready(1);
    const target = { tabId: 1, frameIds: [0] };
    expect(injected).toHaveLength(2);
    expect(injected[1]).toEqual({ target, files: [files.page], injectImmediately: true });
    expect(hooked).toEqual([world.nameOf(top)]);
  });

  it('brings its hooks under the name that the document has had', async () => {
    const { arrivals, commit, hooked } = setUp(hasName);
    commit(top);
    await arrivals.ready(1);
    expect(hooked).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 'another name']);
  });

  it('asks a page from the back/forward cache for its name first', async () => {
    const { arrivals, commit, hooked } = setUp(hasName);
    commit(top, 'forward_back');
    expect(hooked).toEqual([]);
    await arrivals.ready(1);
    expect(hooked).toEqual(['another name']);
  });

  it('asks a page for its name first that comes while the one before it is entered', async () => {
    const { arrivals, commit, hooked } = setUp(hasName);
    commit(top);
    commit(top);
    expect(hooked).toHaveLength(1);
    await arrivals.ready(1);
    expect(hooked.slice(1)).toEqual(['another name', 'another name']);
  });

  it('brings no hooks into a page that is gone', async () => {
    const { arrivals, commit, hooked } = setUp(async () => []);
    commit(top, 'forward_back');
    await arrivals.ready(1);
    expect(hooked).toEqual([]);
  });

  it('is waited for until its hooks are there', async () => {
    const { arrivals, commit, hooking } = setUp(keepsName);
    const { promise, resolve } = Promise.withResolvers<void>();
    hooking.until = promise;
    commit(top);
    let isReady = false;
    const ready = arrivals.ready(1)?.then(() => (isReady = true));
    await new Promise(setImmediate);
    expect(isReady).toBe(false);
    resolve();
    await ready;
  });

  it('is waited for until all of it is there, and then no more', async () => {
    const parts: (() => void)[] = [];
    const { arrivals, commit } = setUp(
      (injection) => new Promise((done) => parts.push(() => done(keepsName(injection)))),
    );
    expect(arrivals.ready(1)).toBeUndefined();
    commit(top);
    let isReady = false;
    const ready = arrivals.ready(1)?.then(() => (isReady = true));
    for (const arrive of parts) {
      await new Promise(setImmediate);
      expect(isReady).toBe(false);
      arrive();
    }
    await ready;
    expect(parts).toHaveLength(2);
    expect(arrivals.ready(1)).toBeUndefined();
  });

  it('is not waited for where the page runs nothing, or cannot be entered', async () => {
    const busy = setUp(() => new Promise(() => {}));
    busy.commit(top);
    const ready = busy.arrivals.ready(1);
    busy.clock.advance(500);
    await ready;
    expect(busy.arrivals.ready(1)).toBeUndefined();
    const closed = setUp(async () => {
      throw new Error('The tab was closed.');
    });
    closed.commit(top);
    await closed.arrivals.ready(1);
    expect(closed.arrivals.ready(1)).toBeUndefined();
  });

  it('is that of the newest document', async () => {
    const parts: (() => void)[] = [];
    const { arrivals, commit } = setUp(
      (injection) => new Promise((done) => parts.push(() => done(keepsName(injection)))),
    );
    commit(top);
    const first = arrivals.ready(1);
    commit(top);
    const second = arrivals.ready(1);
    for (const arrive of parts.slice(0, 2)) arrive();
    await first;
    expect(arrivals.ready(1)).toBe(second);
  });
});
