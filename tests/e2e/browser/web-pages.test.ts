// Web pages under the user's consent, in real browsers: from `window.agent` to a real MCP server and back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAgent } from '../../support/agent.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { shim } from '../../support/up-process.ts';
import { verifies } from '../../support/verifies.ts';
import { engines } from './engines.ts';
import { begin, ended, PageStage } from './page-stage.ts';
import type { DrivenPage } from './person.ts';

/** A little longer than a button has to be under the pointer. */
const CALM_MS = 600;
const both = "scopes: ['mcp:tools.list', 'mcp:tools.call']";
const tools = "['plain/echo', 'plain/hang', 'plain/report', 'plain/garble', 'plain/refuse', 'plain/none']";

describe.each(engines)('a web page in %s', (engine) => {
  let stage: PageStage;
  let origin: string;
  let otherOrigin: string;

  beforeAll(async () => {
    stage = await PageStage.open(engine);
    [origin, otherOrigin] = stage.sites;
  }, 120_000);

  afterAll(async () => {
    await stage?.close();
  });

  /** Has the page ask, and the person answer in the window that opens. */
  async function asks(page: DrivenPage, request: string, answer: string): Promise<unknown> {
    await begin(page, 'asked', `agent.requestPermissions(${request})`);
    const asker = new URL(page.url).origin;
    await stage.person.click(`${answer}: ${asker}`, '#asking');
    return ended(page, 'window.asked');
  }

  const call = (page: DrivenPage, tool: string, options = '{}') =>
    ended(page, `agent.tools.call({ tool: '${tool}', args: { a: 1 } }, ${options})`);

  it(verifies('lists and calls tools after a yes in our own window', 'S4-page-path', 'S4-page-consent'), async () => {
    const page = await stage.page(origin);
    expect(await page.evaluate('[window.early, window.ready, Object.isFrozen(window.agent)].join()')).toBe(
      'object,true,true',
    );
    expect(await ended(page, 'agent.tools.list()')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    expect(await call(page, 'plain/echo')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    const reason = "reason: 'To say <b>hello</b>.'";
    await begin(page, 'asked', `agent.requestPermissions({ ${both}, ${reason}, tools: ${tools} })`);
    const asking = await stage.person.panel('#asking');
    const shown = () => asking.evaluate('document.querySelector(".card").innerText');
    await eventually(
      'the card',
      async () => (await asking.evaluate('document.querySelector(".card") !== null')) === true,
    );
    const words = String(await shown());
    expect(words.replaceAll(/\s+/g, '')).toContain(origin);
    expect(words).toContain('“To say <b>hello</b>.”');
    expect(words).toContain('can change things');
    expect(words).not.toContain('plain/none');
    // A script's click is not a person's.
    await asking.evaluate(`void document.querySelector('[aria-label^="Always allow"]').click()`);
    await stage.person.click(`Allow for this tab: ${origin}`, '#asking');
    const scopes = { 'mcp:tools.list': 'granted-once', 'mcp:tools.call': 'granted-once' };
    const allowedTools = ['plain/echo', 'plain/garble', 'plain/hang', 'plain/refuse', 'plain/report'];
    const granted = await ended(
      page,
      'window.asked.then((all) => ({ ...all, allowedTools: all.allowedTools.sort() }))',
    );
    expect(granted).toEqual({ value: { granted: true, scopes, allowedTools } });
    const listed = await ended(page, 'agent.tools.list().then((tools) => tools.map(({ name }) => name).sort())');
    expect(listed).toEqual({ value: allowedTools });
    expect(await call(page, 'plain/echo')).toMatchObject({
      value: { content: [{ type: 'text', text: '{"a":1}' }], provenance: { serverId: 'plain', toolName: 'echo' } },
    });
    await eventually('the window that asked is closed', async () =>
      (await stage.person.pages.list()).every(({ url }) => !url.endsWith('#asking')),
    );
  });

  it('hears of progress, can cancel, and is told by its code what went wrong', async () => {
    const page = await stage.page(origin);
    const run = 'agent.createRun({ maxCalls: 4 })';
    await page.evaluate('void (window.heard = [])');
    await begin(page, 'run', run);
    const inRun = (tool: string, options = '{}') =>
      ended(page, `window.run.then((run) => run.call({ tool: '${tool}' }, ${options}))`);
    await inRun('plain/report', '{ onProgress: ({ message }) => window.heard.push(message) }');
    expect(await page.evaluate('window.heard.join()')).toBe('half');
    await page.evaluate('void (window.stop = new AbortController())');
    await begin(page, 'hanging', "agent.tools.call({ tool: 'plain/hang' }, { signal: window.stop.signal })");
    await eventually('the tool runs', () => stage.calls.includes('call hang'));
    await page.evaluate('void window.stop.abort()');
    expect(await ended(page, 'window.hanging')).toMatchObject({ message: expect.stringMatching(/abort/i) });
    await eventually('the tool was cancelled', () => stage.calls.includes('cancelled hang'));
    expect(await inRun('plain/hang', '{ timeoutMs: 300 }')).toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
    expect(await inRun('plain/garble')).toMatchObject({ code: 'ERR_PROTOCOL_ERROR' });
    expect(await inRun('plain/refuse')).toMatchObject({ code: 'ERR_TOOL_FAILED' });
    expect(await inRun('plain/echo')).toMatchObject({ code: 'ERR_BUDGET_EXCEEDED' });
    expect(await inRun('plain/none')).toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
    expect(await inRun('plain/fail')).toMatchObject({ code: 'ERR_TOOL_NOT_ALLOWED' });
    expect(await ended(page, 'agent.tools.call({ tool: 7 })')).toMatchObject({ code: 'ERR_INPUT_INVALID' });
    const flood = `Promise.allSettled(Array.from({ length: 40 }, () => agent.permissions.list())).then((all) => all.filter(({ reason }) => reason?.code === 'ERR_RATE_LIMITED').length)`;
    expect(await ended(page, flood)).toEqual({ value: 8 });
  });

  it(
    verifies(
      'has nothing of what another origin was granted, nor has a frame, a sandbox or data',
      'S4-sec-origin-isolation',
    ),
    async () => {
      const page = await stage.page(origin);
      await page.goTo(`${origin}/framed`);
      const framed = await stage.page(`${origin}/framed`);
      const inFrames =
        'Array.from({ length: frames.length }, (_, at) => { try { return typeof frames[at].agent; } catch { return "closed"; } }).join()';
      await eventually('its frames', async () => (await framed.evaluate(inFrames)) === 'undefined,closed');
      expect(await call(framed, 'plain/echo')).toMatchObject({ value: { content: [{}] } });
      await framed.goTo(`${origin}/sandboxed`);
      const sandboxed = await stage.page(`${origin}/sandboxed`);
      expect(await sandboxed.evaluate('[window.origin, typeof window.agent].join()')).toBe('null,undefined');
      await sandboxed.goTo('data:text/html,<title>Data</title>');
      const data = await stage.page('data:text/html');
      expect(await data.evaluate('[window.origin, typeof window.agent].join()')).toBe('null,undefined');
      await data.goTo(`${otherOrigin}/`);
      const other = await stage.page(otherOrigin);
      expect(await ended(other, 'agent.permissions.list()')).toEqual({ value: { origin: otherOrigin, scopes: {} } });
      expect(await call(other, 'plain/echo')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    },
  );

  it(
    verifies(
      'that was allowed in a tab has to ask again once the tab left the site, or was closed',
      'S4-sec-tab-grants',
    ),
    async () => {
      const other = await stage.page(otherOrigin);
      await other.goTo(`${origin}/`);
      const page = await stage.page(origin);
      expect(await ended(page, 'agent.permissions.list()')).toEqual({ value: { origin, scopes: {} } });
      expect(await call(page, 'plain/echo')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
      await begin(page, 'asked', "agent.requestPermissions({ scopes: ['mcp:tools.list'] })");
      const asking = await stage.person.panel('#asking');
      const api = '(globalThis.browser ?? chrome)';
      await asking.evaluate(`void ${api}.tabs.create({ url: 'panel.html', active: false })`);
      await asking.evaluate(`void ${api}.tabs.create({ url: '${origin}/second' })`);
      await stage.person.click(`Allow for this tab: ${origin}`, '#asking');
      expect(await ended(page, 'window.asked')).toMatchObject({ value: { granted: true } });
      const second = await stage.page(`${origin}/second`);
      expect(await ended(second, 'agent.tools.list()')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
      await stage.person.sees('origins', 'may see your tools, in one tab');
      const panel = await stage.person.panel('');
      await panel.evaluate(
        `void ${api}.tabs.query({}).then((tabs) => ${api}.tabs.remove(tabs.find(({ url }) => url === '${origin}/').id))`,
      );
      await stage.person.sees('origins', 'No page may use your tools.');
    },
  );

  it(verifies('reads the tab in front only with that scope', 'S4-scope-active-tab'), async () => {
    const page = await stage.page(origin);
    const read = () => ended(page, 'agent.browser.activeTab.readability()');
    expect(await read()).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    const request = `{ scopes: ['browser:activeTab.read', 'model:prompt'] }`;
    expect(await asks(page, request, 'Always allow')).toEqual({
      value: { granted: false, scopes: { 'browser:activeTab.read': 'granted-always', 'model:prompt': 'not-granted' } },
    });
    expect(await read()).toMatchObject({
      value: {
        url: `${origin}/second`,
        title: `Page of ${new URL(origin).host}`,
        text: expect.stringContaining('Words on doors.'),
      },
    });
  });

  it(verifies('loses at once what the user takes back in our window, and hears of a no', 'S4-page-ui'), async () => {
    const page = await stage.page(origin);
    await begin(page, 'asked', `agent.requestPermissions({ ${both} })`);
    // Asked twice, there is one question, with all that was asked.
    await begin(page, 'more', "agent.requestPermissions({ scopes: ['mcp:server.connect'] })");
    const asking = await stage.person.panel('#asking');
    await eventually('both requests on one card', async () => {
      const words = String(await asking.evaluate('document.getElementById("questions").innerText'));
      return (
        words.includes('Start a tool server') && words.includes('See which tools') && words.match(/Deny/g)?.length === 1
      );
    });
    const granted = 'document.getElementById("origins").innerText';
    await eventually('what it may do', async () =>
      String(await asking.evaluate(granted)).includes('may read the tab in front'),
    );
    await stage.person.click(`Remove what you decided on ${origin}`, '#asking');
    await eventually('it is gone', async () => !String(await asking.evaluate(granted)).includes('may read'));
    await stage.person.click(`Deny: ${origin}`, '#asking');
    const denied = { 'mcp:tools.list': 'denied', 'mcp:tools.call': 'denied' };
    expect(await ended(page, 'window.asked')).toEqual({ value: { granted: false, scopes: denied } });
    expect(await ended(page, 'window.more')).toEqual({
      value: { granted: false, scopes: { 'mcp:server.connect': 'denied' } },
    });
    expect(await call(page, 'plain/echo')).toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    expect(await ended(page, 'agent.browser.activeTab.readability()')).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
  });

  it('has "Add to Sallyport" at install links, which adds what the user saw, and nothing by a script’s click', async () => {
    const page = await stage.page(origin);
    await page.goTo(`${otherOrigin}/links`);
    const links = await stage.page(`${otherOrigin}/links`);
    const chip = 'document.querySelector("a").nextElementSibling';
    await eventually('the button', async () => (await links.evaluate(`${chip} !== null`)) === true);
    expect(await links.evaluate(`${chip}.shadowRoot`)).toBe(null);
    await links.evaluate(`void ${chip}.click()`);
    // The first click comes with the pointer, sooner than anybody reads.
    await links.click(chip);
    await delay(CALM_MS);
    const isOpen = async () => (await stage.person.pages.list()).some(({ url }) => url.endsWith('#asking'));
    expect(await isOpen()).toBe(false);
    await links.click(chip);
    const asking = await stage.person.panel('#asking');
    await eventually(
      'the card',
      async () => (await asking.evaluate('document.querySelector(".words") !== null')) === true,
    );
    const words = String(await asking.evaluate('document.querySelector(".card").innerText'));
    for (const shown of ['“Linked”', 'npx', '-y', 'no-such-package', 'API_KEY = sk••••••', 'Downloads and runs code']) {
      expect(words).toContain(shown);
    }
    expect(words).not.toContain('sk-12345678');
    const config = () => readFileSync(join(stage.stage.home, 'config.json'), 'utf8');
    await asking.evaluate(`void document.querySelector('[aria-label^="Add server"]').click()`);
    expect(config()).not.toContain('no-such-package');
    await stage.person.click(`Add server: Linked, ${otherOrigin}`, '#asking');
    await eventually('it is added', () => config().includes('no-such-package'));
    const { mcpServers } = JSON.parse(config());
    const env = { API_KEY: 'sk-12345678' };
    expect(mcpServers.Linked).toEqual({ command: 'npx', args: ['-y', 'no-such-package'], env });
    expect(Object.keys(mcpServers)).toContain('plain');
  });

  it('of the docs works as it is', async () => {
    const page = await stage.page(`${otherOrigin}/links`);
    await page.goTo(`${otherOrigin}/example`);
    const example = await stage.page(`${otherOrigin}/example`);
    const press = (id: string) => example.click(`document.getElementById('${id}')`);
    const shows = (words: string) =>
      eventually(words, async () => String(await example.evaluate('output.textContent')).includes(words));
    await shows('"activeTab": true');
    await press('ask');
    const asking = await stage.person.panel('#asking');
    const box = `document.querySelector('[aria-label="plain/echo"]')`;
    await eventually('the boxes', async () => (await asking.evaluate(`${box} !== null`)) === true);
    // No server says that it only reads, so nothing is ticked for the user.
    expect(await asking.evaluate('document.querySelectorAll(".tools input:checked").length')).toBe(0);
    await asking.click(box);
    await stage.person.click(`Always allow: ${otherOrigin}`, '#asking');
    await shows('"granted": true');
    await press('list');
    const tool = () => example.evaluate('document.getElementById("tool").value');
    await eventually('the list', async () => (await tool()) === 'plain/echo');
    await press('call');
    await shows('"toolName": "echo"');
  });

  it('in a frame has window.agent where the pages around say so, and only what is allowed for the tab', async () => {
    const before = await stage.page(`${otherOrigin}/example`);
    await before.goTo(`${origin}/delegating?${encodeURIComponent(otherOrigin)}`);
    const page = await stage.page(`${origin}/delegating`);
    const inFrame = async (index: number, code: string) => {
      const end = await ended(page, `window.inFrame(${index}, ${JSON.stringify(code)})`);
      return 'value' in end ? end.value : end;
    };
    const looks = (index: number) => inFrame(index, '[typeof window.agent, window.ready === true].join()');
    await eventually('the first frame has it', async () => {
      const look = await looks(0);
      return JSON.stringify(look) === JSON.stringify({ value: 'object,true' });
    });
    // Its site has a yes for good, which a page around it must not make use of.
    const call =
      "agent.tools.call({ tool: 'plain/echo', args: { in: 'a frame' } }).then(({ content }) => content[0].text)";
    expect(await inFrame(0, 'agent.permissions.list()')).toEqual({ value: { origin: otherOrigin, scopes: {} } });
    expect(await inFrame(0, call)).toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    const wanted = "{ scopes: ['mcp:tools.call'], tools: ['plain/echo'], within: 'nobody' }";
    await begin(page, 'asked', `inFrame(0, "agent.requestPermissions(${wanted})")`);
    const asking = await stage.person.panel('#asking');
    const card = 'document.querySelector(".card")';
    await eventually('the card', async () => (await asking.evaluate(`${card} !== null`)) === true);
    expect(String(await asking.evaluate(`${card}.innerText`))).toContain(`a frame in a page of ${origin}`);
    expect(await asking.evaluate(`${card}.querySelector('[aria-label^="Always"]')`)).toBe(null);
    await stage.person.click(`Allow for this tab: ${otherOrigin}`, '#asking');
    const scopes = { 'mcp:tools.call': 'granted-once' };
    expect(await ended(page, 'window.asked')).toEqual({
      value: { value: { granted: true, scopes, allowedTools: ['plain/echo'] } },
    });
    expect(await inFrame(0, call)).toEqual({ value: '{"in":"a frame"}' });
    // By now the others would have had it as well.
    const without = { value: 'undefined,false' };
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(looks))).toEqual(Array(6).fill(without));
    expect(await inFrame(6, `window.inFrame(0, 'typeof window.agent')`)).toEqual({ value: { value: 'undefined' } });
    await page.goTo(`${otherOrigin}/`);
    await (await stage.page(`${otherOrigin}/`)).goTo(`${origin}/delegating?${encodeURIComponent(otherOrigin)}`);
    const again = await stage.page(`${origin}/delegating`);
    await eventually('the frame has it again', async () =>
      JSON.stringify(await ended(again, `inFrame(0, 'typeof agent')`)).includes('object'),
    );
    expect(await ended(again, `inFrame(0, ${JSON.stringify(call)})`)).toMatchObject({
      value: { code: 'ERR_SCOPE_REQUIRED' },
    });
  });

  // The last one: while a panel is visible, questions open no window.
  it('and an agent are stopped from the panel: the caller is answered within 300 ms', async () => {
    const env = { SALLYPORT_HOME: stage.stage.home, HOME: stage.stage.home, PATH: process.env.PATH ?? '' };
    const agent = await openAgent(shim, 'modern', { name: 'Ada', env, cwd: stage.stage.home });
    const panel = await stage.person.panel('');
    const api = '(globalThis.browser ?? chrome)';
    await panel.evaluate(`${api}.tabs.getCurrent().then(({ id }) => void ${api}.tabs.update(id, { active: true }))`);
    await panel.evaluate(`void addEventListener('click', () => { window.clickedAt = Date.now(); }, true)`);
    /** From the click of the mouse to the answer at the caller. */
    const measure = async (click: () => Promise<void>, reason: string): Promise<number> => {
      const before = stage.calls.length;
      const answered = agent.client.callTool({ name: 'plain__hang' }).then((answer) => ({ answer, at: Date.now() }));
      await eventually('the call is under way', () => stage.calls.slice(before).includes('call hang'));
      await stage.person.sees('agents', 'Running plain/hang');
      await click();
      const { answer, at } = await answered;
      expect(answer).toMatchObject(failedWith({ data: { reason, outcome: 'unknown' } }));
      return at - Number(await panel.evaluate('window.clickedAt'));
    };
    const pause = () => panel.click('document.getElementById("pause")');
    const tookMs: Record<'stop' | 'pause', number[]> = { stop: [], pause: [] };
    for (const _ of [1, 2, 3, 4, 5]) {
      tookMs.stop.push(await measure(() => stage.person.click('Stop Ada'), 'STOPPED'));
      await stage.person.click('Resume Ada');
      const isResumed = `document.querySelector('[aria-label="Resume Ada"]') === null`;
      await eventually('it is resumed', async () => (await panel.evaluate(isResumed)) === true);
      tookMs.pause.push(await measure(pause, 'PAUSED'));
      await stage.person.sees('notice', 'paused');
      await pause();
      await eventually(
        'nothing is paused',
        async () => (await panel.evaluate('document.getElementById("notice").hidden')) === true,
      );
    }
    await agent.close();
    console.log(
      `${engine}: from the click to the caller's answer: Stop ${tookMs.stop.join(', ')} ms, Pause all ${tookMs.pause.join(', ')} ms`,
    );
    // The median: a browser on a busy machine may be late once or twice.
    for (const all of Object.values(tookMs)) expect(all.sort((a, b) => a - b)[2]).toBeLessThan(300);
  });
});
