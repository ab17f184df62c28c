import { describe, expect, it } from 'vitest';
import type { BrowserApi } from '../base/platform.ts';
import { readableRequests } from './readable-requests.ts';
import { RequestLog } from './request-log.ts';

const TAB = 4;
const SITE = 'https://shop.example';

type Listener = (details: object) => unknown;

function openLog(): { log: RequestLog; fire: (event: string, details: object) => void; filters: object[] } {
  const listeners = new Map<string, Listener>();
  const filters: object[] = [];
  const event = (name: string) => ({
    addListener: (listener: Listener, filter: object) => {
      listeners.set(name, listener);
      filters.push(filter);
    },
    removeListener: () => void listeners.delete(name),
  });
  const names = ['onBeforeRequest', 'onSendHeaders', 'onHeadersReceived', 'onCompleted', 'onErrorOccurred'];
  const webRequest = Object.fromEntries(names.map((name) => [name, event(name)]));
  // Only webRequest is used.
  const log = new RequestLog({ webRequest } as unknown as BrowserApi);
  return { log, filters, fire: (name, details) => void listeners.get(name)?.(details) };
}

function request(id: number, more: object = {}): object {
  const url = `${SITE}/${id}`;
  return { requestId: String(id), tabId: TAB, type: 'xmlhttprequest', method: 'GET', url, timeStamp: id, ...more };
}

describe('the requests of a tab', () => {
  it('are watched in that tab alone, and no longer once it is forgotten', () => {
    const { log, fire, filters } = openLog();
    log.watch(TAB);
    log.watch(TAB);
    expect(filters).toEqual(Array(5).fill({ urls: ['<all_urls>'], tabId: TAB }));
    fire('onBeforeRequest', request(1));
    expect(log.list(TAB)).toHaveLength(1);
    log.forget(TAB);
    fire('onBeforeRequest', request(2));
    expect(log.list(TAB)).toEqual([]);
  });

  it('are the last 200, with status, time, and headers and body without secrets', () => {
    const { log, fire } = openLog();
    log.watch(TAB);
    for (let id = 1; id <= 250; id += 1) fire('onBeforeRequest', request(id));
    const body = new TextEncoder().encode(`{"token":"planted","note":"${'n'.repeat(10_000)}"}`).buffer;
    fire('onBeforeRequest', request(300, { method: 'POST', requestBody: { raw: [{ bytes: body }] } }));
    fire('onSendHeaders', request(300, { requestHeaders: [{ name: 'Authorization', value: 'planted' }] }));
    fire('onHeadersReceived', request(300, { responseHeaders: [{ name: 'Set-Cookie', value: 'planted' }] }));
    fire('onCompleted', request(300, { statusCode: 201, timeStamp: 342 }));
    expect(log.list(TAB)).toHaveLength(200);
    const last = log.list(TAB).at(-1);
    expect(last).toMatchObject({ ref: 'r251', status: 201, durationMs: 42 });
    expect(last?.requestBody).toHaveLength(4_000);
    expect(JSON.stringify(log.list(TAB))).not.toContain('planted');
  });

  it('have as much of a large form as is shown', () => {
    const { log, fire } = openLog();
    log.watch(TAB);
    const long = '🙂'.repeat(2_000_001);
    const more = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, [long]]));
    const startedAt = performance.now();
    fire(
      'onBeforeRequest',
      request(1, { requestBody: { formData: { a: ['1'], token: ['planted'], x: [`-${long}`], ...more } } }),
    );
    expect(performance.now() - startedAt).toBeLessThan(500);
    const body = log.list(TAB)[0]?.requestBody;
    expect(body).toMatch(/^a=1&token=\[redacted\]&x=-%F0/);
    expect(body).toHaveLength(4_000);
  });

  it('are shown by whose document made them, and with headers where the agent may read the site they went to', () => {
    const { log, fire } = openLog();
    log.watch(TAB);
    const headers = { responseHeaders: [{ name: 'server', value: 'x' }] };
    const send = (id: number, url: string, documentUrl: string) => {
      fire('onBeforeRequest', request(id, { url, documentUrl }));
      fire('onHeadersReceived', request(id, headers));
    };
    send(1, `${SITE}/own`, `${SITE}/page`);
    send(2, 'https://bank.example/balance', `${SITE}/page`);
    send(3, 'https://bank.example/frame', 'https://bank.example/');
    const shown = readableRequests(log.list(TAB), { mayRead: (site) => site === SITE, isMarked: () => false });
    expect(shown).toMatchObject([
      { url: `${SITE}/own`, responseHeaders: [{ name: 'server' }] },
      { url: 'https://bank.example/balance', isClosed: true, responseHeaders: [] },
    ]);
  });

  it('are not told where a page that took a secret sent them, by a form or a redirect, wherever they went', () => {
    const { log, fire } = openLog();
    log.watch(TAB);
    const form = { type: 'main_frame', method: 'POST', requestBody: { formData: { pin: ['planted'] } } };
    const bank = 'https://bank.example';
    fire('onBeforeRequest', request(1, { ...form, initiator: bank }));
    fire('onBeforeRequest', request(2, { ...form, originUrl: `${bank}/login` }));
    fire('onBeforeRequest', request(3, { type: 'main_frame', url: `${bank}/out` }));
    fire('onBeforeRequest', request(3, { type: 'main_frame', url: `${SITE}/?from=planted` }));
    fire('onBeforeRequest', request(3, { type: 'main_frame', url: `${SITE}/end?from=planted` }));
    fire('onBeforeRequest', request(4, { type: 'main_frame', initiator: 'chrome-extension://id' }));
    fire('onBeforeRequest', request(5, { type: 'main_frame', initiator: SITE }));
    const isMarked = (site: string) => site === bank;
    const shown = readableRequests(log.list(TAB), { mayRead: (site) => !isMarked(site), isMarked });
    expect(shown.map(({ ref }) => ref)).toEqual(['r6', 'r7']);
  });
});
