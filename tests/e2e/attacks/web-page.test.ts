// SECURITY.md, "a web page" with `window.agent`: what it can say, forge and break is its own alone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { begin, ended, PageStage } from '../browser/page-stage.ts';

const echo = "scopes: ['mcp:tools.list', 'mcp:tools.call'], tools: ['plain/echo']";

/** Replaces what a script of ours could use in the page's world, and keeps whatever passes through. */
const tamper = `void (() => {
  window.caught = [];
  const keep = (value) => { window.caught.push(String(value)); };
  JSON.stringify = (value) => { keep(value); return '{}'; };
  JSON.parse = (text) => { keep(text); return { id: 1, result: 'forged' }; };
  MessagePort.prototype.postMessage = keep;
  Object.prototype.toJSON = function () { keep(this); return 'forged'; };
  Object.defineProperty(Object.prototype, 'origin', { configurable: true, get: () => 'https://forged.example' });
  Object.freeze = keep; Object.keys = () => []; Object.create = () => ({});
  EventTarget.prototype.addEventListener = keep; EventTarget.prototype.dispatchEvent = keep;
  Reflect.apply = keep;
  window.Promise = class { constructor() { keep('promise'); } };
})()`;

describe.each(['chromium', 'firefox'] as const)('a hostile page in %s', (engine) => {
  let stage: PageStage;
  let origin: string;
  let otherOrigin: string;

  beforeAll(async () => {
    stage = await PageStage.open(engine);
    [origin, otherOrigin] = stage.sites;
    const page = await stage.page(origin);
    await begin(page, 'asked', `agent.requestPermissions({ ${echo} })`);
    await stage.person.click(`Always allow: ${origin}`, '#asking');
    expect(await ended(page, 'window.asked')).toMatchObject({ value: { granted: true } });
  }, 120_000);

  afterAll(async () => {
    await stage?.close();
  });

  it('cannot skip the consent: our window opens in none of its own, and answers to nobody else', async () => {
    const page = await stage.page(origin);
    await begin(page, 'more', "agent.requestPermissions({ scopes: ['browser:activeTab.read'] })");
    const { url } = await stage.person.panel('#asking');
    const framed = `new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = ${JSON.stringify(url)};
      const look = () => { try { resolve(frame.contentDocument === null ? 'closed' : frame.contentDocument.body.innerText); } catch { resolve('closed'); } };
      frame.onload = look; setTimeout(look, 1500);
      document.body.append(frame);
    })`;
    expect(await ended(page, framed)).not.toMatchObject({ value: expect.stringContaining('Allow') });
    expect(await ended(page, `fetch(${JSON.stringify(url)}).then(() => 'read', () => 'refused')`)).toEqual({
      value: 'refused',
    });
    expect(await page.evaluate('typeof (window.chrome?.runtime?.connect ?? window.browser?.runtime)')).toBe(
      'undefined',
    );
    await stage.person.click(`Deny: ${origin}`, '#asking');
    expect(await ended(page, 'window.more')).toMatchObject({ value: { granted: false } });
  });

  it('that tampers with every built-in gains nothing and loses nothing', async () => {
    const page = await stage.page(origin);
    await page.goTo(`${origin}/tampered`);
    const tampered = await stage.page(`${origin}/tampered`);
    await tampered.evaluate(tamper);
    // Written to the document, since the page's own promises and JSON are of no use anymore.
    await tampered.evaluate(
      `void (async () => { const { content } = await agent.tools.call({ tool: 'plain/echo', args: { __proto__: null, a: 'whole' } }); document.title = content[0].text; })()`,
    );
    await eventually('the result', async () => (await tampered.evaluate('document.title')) === '{"a":"whole"}');
    expect(String(await tampered.evaluate('window.caught.join()'))).not.toContain('tools.call');
  });

  it('cannot renew its budget', async () => {
    const page = await stage.page(origin);
    await page.goTo(`${origin}/`);
    const fresh = await stage.page(origin);
    const inNewRun = `agent.createRun().then((run) => run.call({ tool: 'plain/echo' }))`;
    // In parts, each of which a busy browser does in time.
    const tenRuns = `(async () => { let done = 0; for (let n = 0; n < 10; n += 1) { try { await ${inNewRun}; done += 1; } catch (error) { return [done, error.code]; } } return [done]; })()`;
    for (const value of [[10], [10], [5, 'ERR_BUDGET_EXCEEDED']])
      expect(await ended(fresh, tenRuns)).toEqual({ value });
  });

  it(
    verifies('cannot speak for another origin, nor read what that was granted', 'S4-sec-origin-isolation'),
    async () => {
      const granted = await stage.page(origin);
      await granted.goTo(`${otherOrigin}/`);
      const page = await stage.page(otherOrigin);
      const forged = `{ origin: '${origin}', tab_id: 1, profile_id: 'default', sender: { origin: '${origin}' } }`;
      expect(await ended(page, `agent.tools.call({ tool: 'plain/echo', ...${forged} }, ${forged})`)).toMatchObject({
        code: 'ERR_SCOPE_REQUIRED',
      });
      expect(await ended(page, `agent.permissions.list(${forged})`)).toEqual({
        value: { origin: otherOrigin, scopes: {} },
      });
      // The relay has met its script before the page began, and takes nobody else's port.
      const direct = `new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      dispatchEvent(new MessageEvent('sallyport:port', { ports: [port2], cancelable: true }));
      dispatchEvent(new Event('sallyport:relay'));
      port1.postMessage(JSON.stringify({ id: 1, method: 'tools.list', params: ${forged} }));
      setTimeout(() => resolve('silence'), 500);
    })`;
      expect(await ended(page, direct)).toEqual({ value: 'silence' });
    },
  );

  it('cannot nag: once the window was closed, no other opens', async () => {
    const page = await stage.page(otherOrigin);
    await begin(page, 'asked', `agent.requestPermissions({ ${echo} })`);
    const asking = await stage.person.panel('#asking');
    const close =
      '(async () => { const api = globalThis.browser ?? chrome; const { id } = await api.tabs.getCurrent(); void api.tabs.remove(id); })()';
    await asking.evaluate(`void ${close}`);
    const notNow = { granted: false, scopes: { 'mcp:tools.list': 'not-granted', 'mcp:tools.call': 'not-granted' } };
    expect(await ended(page, 'window.asked')).toEqual({ value: notNow });
    const nagged = `(async () => { for (let n = 0; n < 8; n += 1) window.last = await agent.requestPermissions({ ${echo} }); return window.last; })()`;
    expect(await ended(page, nagged)).toEqual({ value: notNow });
    expect((await stage.person.pages.list()).filter(({ url }) => url.endsWith('#asking'))).toEqual([]);
    expect(await ended(page, "agent.tools.call({ tool: 'plain/echo' })")).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
  });

  it('cannot nag by leaving its questions open either', async () => {
    // One that was never asked about.
    const fresh = origin.replace('127.0.0.1', 'localhost');
    const isOpen = async () => (await stage.person.pages.list()).some(({ url }) => url.endsWith('#asking'));
    const opened: number[] = [];
    await stage.person.browseTo(`${fresh}/ask-0`);
    for (let round = 0; round < 4; round += 1) {
      const page = await stage.page(`${fresh}/ask-${round}`);
      await begin(page, 'asked', "agent.requestPermissions({ scopes: ['mcp:tools.list'] })");
      const ending = ended(page, 'window.asked').then(
        () => 'ended',
        () => 'gone',
      );
      const first = await Promise.race([ending, eventually('a window', isOpen).catch(() => 'none')]);
      if (first === true) opened.push(round);
      await page.goTo(`${fresh}/ask-${round + 1}`);
      await eventually('no window', async () => !(await isOpen()));
    }
    expect(opened).toEqual([0, 1, 2]);
  });

  it('starts no program of yours, unless you clicked in it or have always allowed it', async () => {
    await stage.stopGateway();
    await stage.person.browseTo(`${otherOrigin}/unknown`);
    const page = await stage.page(`${otherOrigin}/unknown`);
    const ask = 'agent.permissions.list()';
    expect(await ended(page, ask)).toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
      message: 'The gateway is not running.',
    });
    expect(existsSync(join(stage.stage.home, 'run', 'gateway.json'))).toBe(false);
  });
});
