// Agents of the official MCP client over `sallyport mcp`, in both protocol eras, against real browsers.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, type Era, openAgent } from '../../support/agent.ts';
import { failedWith } from '../../support/error-facts.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { connectClient } from '../../support/http-door.ts';
import { readTabs } from '../../support/read-tabs.ts';
import { openUpHome, type Started, shim, type UpHome } from '../../support/up-process.ts';
import { writeConfig } from '../../support/upstreams.ts';

const page = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>
<button onclick="document.querySelector('h1').textContent = 'Clicked ${title}'">Press ${title}</button>
<label>Papers <input type="file" multiple onchange="document.querySelector('p').textContent = [...this.files].map((f) => f.name + ' ' + f.size).join()"></label><p></p>`;

const form = `<!doctype html><title>Order</title><form action="/sent"><label>Name <input name="name"></label>
<label>Size <select name="size"><option>small</option><option>large</option></select></label>
<label>Gift <input type="checkbox" name="gift"></label><button>Send</button></form>`;

const rename = `<!doctype html><title>Rename</title>
<button onclick="this.textContent = this.textContent === 'Next' ? 'Delete all' : 'Deleted'">Next</button>`;

/** Each field starts something that ends later, and writes over what the one before it has written. */
const checks = `<!doctype html><title>Checks</title><output>nothing</output>
<script>const show = (text) => { document.querySelector('output').textContent = text; };</script>
<label>Timer <input oninput="setTimeout(() => show('timer ' + this.value), 150)"></label>
<label>Request <input oninput="fetch('/slow').then(() => show('request ' + this.value))"></label>
<label>Picture <input oninput="const p = new Image(); p.onerror = () => show('picture ' + this.value); p.src = '/slow?' + this.value"></label>
<label>Error <input oninput="console.error('cannot take ' + this.value)"></label>
<label>Nothing <input></label><button onclick="show('over')">End</button>`;
const SLOW_MS = 150;

const site = createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '', 'http://site');
  if (pathname === '/slow') return void setTimeout(() => response.end('slow'), SLOW_MS);
  const shown =
    new Map([
      ['/rename', rename],
      ['/form', form],
      ['/checks', checks],
    ]).get(pathname) ?? page(decodeURIComponent(`${pathname}${search}`.slice(1)));
  response.writeHead(200, { 'content-type': 'text/html' }).end(shown);
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port always has this form of address.
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(() => site.close());

interface Shown {
  readonly text: string;
  readonly image?: { readonly mimeType: string; readonly bytes: Buffer };
}

async function callTool(
  { client }: Pick<Agent, 'client'>,
  name: string,
  args: Record<string, unknown>,
): Promise<Shown> {
  const { content, isError, ...rest } = await client.callTool({ name: `browser__${name}`, arguments: args });
  // A client that finds an object shows its model that instead of the text.
  expect(rest).not.toHaveProperty('structuredContent');
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (isError) throw new Error(text);
  const image = content.find((part) => part.type === 'image');
  return {
    text,
    ...(image?.type === 'image'
      ? { image: { mimeType: image.mimeType, bytes: Buffer.from(image.data, 'base64') } }
      : {}),
  };
}

/** The five calls, in a tab of the agent's own; returns its id. */
async function workOn(agent: Agent, title: string): Promise<number> {
  const opened = await callTool(agent, 'tabs', {
    action: 'open',
    url: `${origin}/${encodeURIComponent(title)}`,
  });
  const before = await callTool(agent, 'snapshot', {});
  expect(before.text).toContain(`heading 1 "${title}"`);
  const ref = /" (e\d+)/.exec(before.text.split('\n').find((line) => line.includes(`"Press ${title}"`)) ?? '')?.[1];
  await callTool(agent, 'click', { ref });
  expect((await callTool(agent, 'snapshot', {})).text).toContain(`heading 1 "Clicked ${title}"`);
  const { image } = await callTool(agent, 'screenshot', {});
  expect(image?.mimeType).toBe('image/jpeg');
  expect(image?.bytes.length).toBeGreaterThan(1000);
  return Number(readTabs(opened.text).opened);
}

/** Opens a form, fills it, sends it, reads what was sent and takes a picture. */
async function order(agent: Pick<Agent, 'client'>, name: string): Promise<void> {
  await callTool(agent, 'tabs', { action: 'open', url: `${origin}/form` });
  const { text } = await callTool(agent, 'snapshot', {});
  const refOf = (label: string) => new RegExp(`"${label}" (e\\d+)`).exec(text)?.[1];
  const fields = [
    { ref: refOf('Name'), value: name },
    { ref: refOf('Size'), value: 'large' },
    { ref: refOf('Gift'), value: true },
  ];
  await callTool(agent, 'fill_form', { fields });
  expect((await callTool(agent, 'click', { ref: refOf('Send') })).text).toContain('/sent?');
  const read = await callTool(agent, 'read_text', {});
  expect(read.text).toContain(`sent?name=${name}&size=large&gift=on`);
  expect((await callTool(agent, 'screenshot', {})).image?.bytes.length).toBeGreaterThan(1000);
}

describe.each(['chromium', 'firefox'])('agents in %s', (browser) => {
  let home: UpHome;
  let up: Started;

  beforeAll(async () => {
    home = openUpHome({ lasts: 'suite' });
    const port = await freePort();
    writeConfig(home.home, {}, { keepTabsMinutes: 0.01, http: { port } });
    up = home.start('up', '--browser', browser);
    await up.hasSaid(`Over HTTP: http://127.0.0.1:${port}/mcp`);
    await up.hasSaid('Press Ctrl+C to stop everything');
  });

  afterAll(async () => {
    up.child.kill('SIGINT');
    await up.ended;
    await home.close();
  });

  const open = (era: Era, name: string) => openAgent(shim, era, { name, env: home.env, cwd: home.home });

  it.each(['legacy', 'modern'] as const)('of the %s era open, look, click, look and take a picture', async (era) => {
    const agent = await open(era, `${era} agent`);
    const { tools } = await agent.client.listTools();
    const core = ['click', 'navigate', 'screenshot', 'snapshot', 'tabs'].map((name) => `browser__${name}`);
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(core));
    const tab = await workOn(agent, `A page for ${era}`);
    const closed = await callTool(agent, 'tabs', { action: 'close', tabId: tab });
    expect(closed.text).toMatch(new RegExp(`^Closed tab ${tab}\\. You have no tabs; \\d+ others are open\\.$`));
    await agent.close();
  });

  it('fill a form, send it, read the answer and take a picture, by stdio and by HTTP', async () => {
    const agent = await open('modern', 'stdio');
    await order(agent, 'Ada');
    await agent.close();
    const [served, added] = [await home.run('status', '--json'), await home.run('agents', 'add', 'Web', '--json')];
    const { http } = JSON.parse(served.stdout);
    const session = await connectClient(new URL(http.url), 'legacy', JSON.parse(added.stdout).key);
    await order(session, 'Grace');
    await session.transport.terminateSession();
  });

  it('fill and send a form in one call, which stops where the page surprises it', async () => {
    const agent = await open('modern', 'batcher');
    const batch = async (steps: readonly object[], more = {}) =>
      (await callTool(agent, 'batch', { steps, ...more })).text;
    const fill = [
      { tool: 'navigate', args: { url: `${origin}/form` } },
      { tool: 'type', args: { field: 'Name', text: 'Ada' } },
      { tool: 'select_option', args: { field: 'Size', values: ['large'] } },
      { tool: 'click', args: { text: 'Gift' } },
    ];
    const send = { tool: 'click', args: { text: 'Send' } };
    const sent = await batch([...fill, send]);
    expect(sent).toMatch(/^5 of 5 steps done\./);
    expect(sent).toContain('heading 1 "sent?name=Ada&size=large&gift=on"');
    const surprised = await batch([...fill, send, { tool: 'click', args: { text: 'Press' } }]);
    expect(surprised).toContain('Stopped after step 5 of 6: it led to another page. Step 6 has not run.');
    const goesOn = { stopOn: ['dialog', 'tab', 'target'] };
    expect(await batch([...fill, send, { tool: 'find', args: { text: 'sent' } }], goesOn)).toMatch(/^6 of 6/);
    // The first click renames the button, so its ref is not what the agent saw.
    await callTool(agent, 'navigate', { url: `${origin}/rename` });
    const ref = /"Next" (e\d+)/.exec((await callTool(agent, 'snapshot', {})).text)?.[1];
    const renamed = await batch([1, 2].map(() => ({ tool: 'click', args: { ref } })));
    expect(renamed).toContain('Stopped: step 2 of 2 (click) failed.');
    expect(renamed).toMatch(/it was button "Next"\s+now button "Delete all"/);
    expect(
      await batch(
        [1, 2].map(() => ({ tool: 'click', args: { ref } })),
        { stopOn: [] },
      ),
    ).toMatch(/^2 of 2/);
    await agent.close();
  });

  it('wait in one call after each field for what it has started, and hear of its errors', async () => {
    const agent = await open('modern', 'checker');
    await callTool(agent, 'tabs', { action: 'open', url: `${origin}/checks` });
    const steps = ['Timer', 'Request', 'Picture', 'Error', 'Nothing'].map((field) => ({
      tool: 'type',
      args: { field, text: 'x' },
    }));
    const { text } = await callTool(agent, 'batch', { steps: [...steps, { tool: 'click', args: { text: 'End' } }] });
    expect(text).toMatch(/^6 of 6 steps done\./);
    for (const shown of ['timer x', 'request x', 'picture x', 'cannot take x']) expect(text).toContain(shown);
    expect(text.slice(text.indexOf('output'))).not.toContain('picture x');
    await agent.close();
  });

  it('that work at once never see or touch each other’s tabs', async () => {
    const [one, two] = await Promise.all([open('legacy', 'one'), open('modern', 'two')]);
    const [tabOne, tabTwo] = await Promise.all([workOn(one, 'Page one'), workOn(two, 'Page two')]);
    for (const [agent, own, foreign] of [
      [one, tabOne, tabTwo],
      [two, tabTwo, tabOne],
    ] as const) {
      const listed = await callTool(agent, 'tabs', { action: 'list' });
      expect(readTabs(listed.text).tabs).toMatchObject([{ tabId: own }]);
      for (const [tool, args] of [
        ['snapshot', { tabId: foreign }],
        ['click', { tabId: foreign, ref: 'e1' }],
        ['screenshot', { tabId: foreign }],
        ['navigate', { tabId: foreign, url: `${origin}/stolen` }],
        ['tabs', { action: 'close', tabId: foreign }],
      ] as const) {
        const refused = await agent.client.callTool({ name: `browser__${tool}`, arguments: args });
        expect(refused, tool).toMatchObject({ isError: true, ...failedWith({ code: 'ERR_TAB_OWNED' }) });
      }
    }
    await Promise.all([one.close(), two.close()]);
  });

  it('that name files below their own folder have them put into a page, and no others', async () => {
    const agent = await open('legacy', 'uploader');
    const folder = join(home.home, 'project');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'large.bin'), Buffer.alloc(3_000_000, 7));
    await callTool(agent, 'tabs', { action: 'open', url: `${origin}/Upload` });
    const ref = /"Papers" (e\d+)/.exec((await callTool(agent, 'snapshot', {})).text)?.[1];
    const upload = (path: string) =>
      callTool(agent, 'upload', { ref, files: [{ path }, { name: 'own.txt', text: 'own' }] });
    expect((await upload('project/large.bin')).text).toContain('large.bin 3000000,own.txt 3');
    await expect(upload('../secret')).rejects.toThrow('not in your folders');
    await agent.close();
  });

  it('that leave have their tabs closed once their time is over, and no others', async () => {
    const [staying, leaving] = [await open('legacy', 'staying'), await open('modern', 'leaving')];
    const list = async () => readTabs((await callTool(staying, 'tabs', { action: 'list' })).text);
    await callTool(staying, 'tabs', { action: 'open', url: `${origin}/Staying` });
    const others = async () => Number((await list()).others);
    // The browser’s own, and the example page of "up".
    await eventually('no tab is left of earlier agents', async () => (await others()) === 2);
    for (const title of ['One', 'Two']) await callTool(leaving, 'tabs', { action: 'open', url: `${origin}/${title}` });
    expect(await others()).toBe(4);
    await leaving.close();
    await eventually('the tabs of the one that left are closed', async () => (await others()) === 2);
    expect((await list()).tabs).toHaveLength(1);
    await staying.close();
  });
});
