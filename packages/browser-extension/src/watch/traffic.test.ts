import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../../tests/support/fake-clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import { NetworkWatch } from './network-watch.ts';
import { createTraffic, type TrafficOptions } from './traffic.ts';

type Listener = (details: object) => unknown;

/** The browser's events, by name. */
function openEvents() {
  const listeners = new Map<string, Set<Listener>>();
  const named = (name: string) => {
    const own = listeners.get(name) ?? new Set();
    listeners.set(name, own);
    return { addListener: (one: Listener) => own.add(one), removeListener: (one: Listener) => own.delete(one) };
  };
  const group = (name: string) => new Proxy({}, { get: (_, event) => named(`${name}.${String(event)}`) });
  const count = (name = '') =>
    [...listeners].reduce((sum, [event, own]) => sum + (event.startsWith(name) ? own.size : 0), 0);
  const happen = (name: string, details: object) => {
    for (const listener of listeners.get(name) ?? []) listener(details);
  };
  const api = { webRequest: group('webRequest'), webNavigation: group('webNavigation'), downloads: group('downloads') };
  return { api: api as unknown as BrowserApi, count, happen };
}

function open() {
  const { api, ...events } = openEvents();
  const clock = fakeClock();
  const options = { api, clock, owners: {}, responses: { forget: () => {} } } as unknown as TrafficOptions;
  return { ...events, clock, traffic: createTraffic(options) };
}

describe('the traffic of agents’ tabs', () => {
  it('is listened to once, however many ask for it', () => {
    const { count, happen, clock, traffic } = open();
    traffic.watch(1);
    const before = count();
    const watches = [1, 2].map(() => new NetworkWatch({ requests: traffic.eventsOf(1), clock, mayRead: () => true }));
    expect(count()).toBe(before);
    const request = { requestId: 'a', type: 'script', method: 'GET', url: 'https://shop.example/a.js', tabId: 1 };
    happen('webRequest.onBeforeRequest', request);
    watches[1]?.close();
    clock.advance(40);
    happen('webRequest.onCompleted', { ...request, statusCode: 500, documentUrl: 'https://shop.example/' });
    expect(watches.map(({ failures }) => failures.length)).toEqual([1, 0]);
    expect(traffic.idleMs(1)).toBe(0);
  });

  it('is left alone when no agent has a tab', () => {
    const { count, traffic } = open();
    expect(count()).toBe(0);
    for (const tabId of [1, 2]) traffic.watch(tabId);
    traffic.forget(1);
    expect(count('webRequest')).toBeGreaterThan(0);
    expect(count('webNavigation')).toBeGreaterThan(0);
    traffic.forget(2);
    expect(count()).toBe(0);
    // Whoever asks late does not begin it again.
    traffic.eventsOf(2).onBeforeRequest.addListener(() => {});
    expect([traffic.idleMs(2), traffic.begunWithin(2, 100), count()]).toEqual([Number.POSITIVE_INFINITY, [], 0]);
  });
});
