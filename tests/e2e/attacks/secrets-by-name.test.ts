// SECURITY.md, "an agent that has a secret typed by its name": every way to the value that is known is tried, in both browsers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SecretAgent, type SecretSite, SecretStage } from '../browser/secret-stage.ts';
import { echoes, echoPage } from './secret-echoes.ts';

const kinds = Object.keys(echoes);
/** Sites for tests of their own, behind those of the echoes. */
const OWN = 14;

const login = (
  more = '',
) => `<!doctype html><title>Sign in</title><form action="/in"><label>User <input name="user"></label>
<label>API key <input id="field" name="key"></label><label>Password <input name="pw" type="password"></label>
<label>Papers <input type="file" name="papers"></label><label>Comment <textarea name="comment"></textarea></label><button>Go</button></form><p id="text" draggable="true">Some words</p>${more}`;

const popup =
  '<button type="button" onclick="open(`about:blank`)">Blank</button><button type="button" onclick="open(`/login`)">Same</button>';

function respond({ path }: { readonly path: string }): string | undefined {
  const [, first = '', second = ''] = new URL(path, 'http://site').pathname.split('/');
  if (first === 'collect') return undefined;
  if (first === 'echo') return echoPage(second);
  if (first === 'around')
    return `<!doctype html><title>Around</title><iframe src="${decodeURIComponent(second)}/login"></iframe>`;
  if (first === 'away')
    return `<!doctype html><title>Away</title><form method="post" action="${decodeURIComponent(second)}/in">
<label>API key <input name="pin"></label><button>Go</button></form>`;
  if (first === 'in') return '<!doctype html><title>Inside</title><h1>Inside</h1>';
  if (first === 'quick')
    return login('<button type="button" onclick="field.value = field.value.slice(0, -1)">Shorten</button>');
  return login(popup);
}

/** Everything that an agent can ask of a tab, whatever it returns. */
async function askEverything(agent: SecretAgent, { value }: SecretSite): Promise<string[]> {
  const pictures: string[] = [];
  const asked: [string, Record<string, unknown>][] = [
    ['snapshot', {}],
    ['find', { text: '.+', regex: true }],
    ['find', { text: value.slice(0, 3) }],
    ['read_text', {}],
    ['wait_for', { text: value.slice(0, 4), waitMs: 50 }],
    ['wait_for', { url: `*${encodeURIComponent(value.slice(0, 4))}`, waitMs: 50 }],
    ['wait_for', { expression: 'document.body.innerText.length > 0', waitMs: 50 }],
    [
      'evaluate',
      { expression: '[document.title, location.href, ...[...document.querySelectorAll("input")].map((i) => i.value)]' },
    ],
    ['screenshot', {}],
    ['screenshot', { fullPage: true }],
    ['annotated_screenshot', {}],
    ['pdf_save', {}],
    ['record', { action: 'start' }],
    ['click', { text: 'Other' }],
    ['hover', { text: 'Other' }],
    ['record', { action: 'stop' }],
    ['handle_dialog', { accept: true }],
    ['console_messages', { level: 'debug' }],
    ['network_requests', {}],
    ['network_requests', { ref: 'r1' }],
    ['network_requests', { ref: 'r2' }],
    ['network_requests', { ref: 'r3' }],
    ['cookies', { action: 'list', values: true }],
    ['storage', { action: 'list' }],
    ['storage', { action: 'get', key: 'kept' }],
    ['storage_state', { action: 'save' }],
    ['press_key', { key: 'a', modifiers: ['Control'] }],
    ['tabs', { action: 'list' }],
    [
      'batch',
      {
        steps: [
          { tool: 'hover', args: { text: 'Other' } },
          { tool: 'snapshot', args: {} },
        ],
      },
    ],
    ['snapshot', {}],
  ];
  for (const [tool, args] of asked) {
    const said = await agent.call(tool, args);
    expect(said.text).not.toMatch(/Unrecognized key|Invalid input|Invalid option/);
    if (said.hasImage && !said.isError && tool !== 'record') pictures.push(tool);
  }
  return pictures;
}

describe.each(['chromium', 'firefox'] as const)('a secret typed by name in %s', (browser) => {
  let stage: SecretStage;
  const own = (at: number) => stage.site(kinds.length + at);
  const type = (agent: SecretAgent, { name }: SecretSite, field = 'API key') =>
    agent.call('type', { field, secret: name });

  beforeAll(async () => {
    stage = await SecretStage.open(browser, kinds.length + OWN, respond);
  }, 180_000);

  afterAll(() => stage?.close(), 60_000);

  it.each(kinds.map((kind, at) => [kind, at] as const))(
    'is in nothing that leaves where the page echoes it: %s',
    async (kind, at) => {
      const site = stage.site(at);
      const agent = await stage.agent();
      await agent.goTo(`${site.origin}/echo/${kind}`);
      const typed = await type(agent, site);
      const pictures = await askEverything(agent, site);
      await agent.call('navigate', { url: 'back' });
      await agent.call('navigate', { url: 'reload' });
      await agent.call('snapshot');
      await agent.close();
      expect(typed.text).not.toContain(site.value.slice(0, 8));
      expect(pictures).toEqual([]);
      expect(stage.leaks(site)).toEqual([]);
    },
    90_000,
  );

  it('still works at other sites: no echo has reached the last net', async () => {
    const agent = await stage.agent();
    await agent.goTo(`${own(0).origin}/login`);
    expect(await type(agent, own(0), 'Password')).toMatchObject({ isError: false });
    expect((await agent.call('snapshot')).text).toContain('Sign in');
  });

  it('excludes scripts of agents on its site, in every tab and pop-up, and by every agent', async () => {
    const site = own(1);
    const [agent, other] = [await stage.agent(), await stage.agent()];
    await agent.goTo(`${site.origin}/login`);
    await other.goTo(`${site.origin}/login`);
    expect(await type(agent, site)).toMatchObject({ isError: false });
    for (const text of ['Blank', 'Same']) await agent.call('click', { text });
    const listed = (await agent.call('tabs', { action: 'list' })).text;
    const tabs = [...new Set([...listed.matchAll(/\b(\d{1,10})\b/g)].map(([number]) => Number(number)))];
    const values =
      'JSON.stringify([opener?.document.getElementById("field")?.value, document.getElementById("field")?.value])';
    for (const tabId of [undefined, ...tabs]) {
      const ran = await agent.call('evaluate', { expression: values, tabId });
      const waited = await agent.call('wait_for', { expression: `!!${values}`, waitMs: 50, tabId });
      expect([ran.isError, waited.isError]).toEqual([true, true]);
    }
    expect((await other.call('evaluate', { expression: '1' })).text).toContain('no script of an agent runs there');
    expect(stage.leaks(site)).toEqual([]);
  });

  it('is not typed where a script of an agent ran before, or changed what the site keeps', async () => {
    const agent = await stage.agent();
    await agent.goTo(`${own(2).origin}/login`);
    expect(await agent.call('evaluate', { expression: '1 + 1' })).toMatchObject({ isError: false });
    expect((await type(agent, own(2))).text).toContain('An agent ran a script');
    await agent.goTo(`${own(3).origin}/login`);
    expect(await agent.call('storage', { action: 'set', key: 'a', value: 'b' })).toMatchObject({ isError: false });
    expect((await type(agent, own(3))).text).toContain('changed what it keeps');
    expect([...own(2).got, ...own(3).got].join()).not.toContain('key=K');
  });

  it('cannot be edited, selected, copied, dragged or added to, only sent or replaced', async () => {
    const site = own(4);
    const agent = await stage.agent();
    const seen = await agent.goTo(`${site.origin}/login`);
    const ref = /API key\\?"? (e\d+)/.exec(seen)?.[1];
    const words = /Some words[^e]{0,6}(e\d+)/.exec(seen)?.[1];
    expect(await type(agent, site)).toMatchObject({ isError: false });
    for (const key of ['Backspace', 'Delete', 'ArrowLeft', 'Home', 'x']) {
      expect((await agent.call('press_key', { key, ref })).text).toContain('holds a secret');
    }
    for (const key of ['a', 'c', 'x', 'v', 'z']) {
      expect(await agent.call('press_key', { key, modifiers: ['Control'] })).toMatchObject({ isError: true });
    }
    expect(await agent.call('type', { field: 'API key', text: 'more', append: true })).toMatchObject({ isError: true });
    expect(await agent.call('select_text', { ref })).toMatchObject({ isError: true });
    expect(await agent.call('drag', { ref, toRef: words })).toMatchObject({ isError: true });
    expect(await agent.call('upload', { field: 'Papers', files: [{ name: 'a', text: 'b' }] })).toMatchObject({
      isError: true,
    });
    expect(await agent.call('type', { field: 'User', text: 'ada' })).toMatchObject({ isError: false });
    expect(await agent.call('type', { field: 'API key', text: 'plain words' })).toMatchObject({ isError: false });
    expect(await agent.call('press_key', { key: 'Enter' })).toMatchObject({ isError: false });
    expect(site.got.join()).toContain('key=plain+words');
    expect(stage.leaks(site)).toEqual([]);
  });

  it('closes the site where something else shortens it, before anybody can see the rest', async () => {
    const site = own(5);
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/quick`);
    expect(await type(agent, site)).toMatchObject({ isError: false });
    await agent.call('click', { text: 'Shorten' });
    expect((await agent.call('snapshot')).text).toContain('closed to agents');
    expect((await stage.home.run('secrets', 'list')).stdout).toMatch(new RegExp(`${site.name} .*shown by a page`));
    expect(stage.leaks(site)).toEqual([]);
  });

  it('is in no address, title or picture after a form has put it into the address, nor after going back', async () => {
    const site = own(6);
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/login`);
    const sent = await agent.call('type', { field: 'API key', secret: site.name, submit: true });
    expect(sent.text).not.toContain('key=');
    await askEverything(agent, site);
    for (const url of ['back', 'forward', 'reload']) {
      await agent.call('navigate', { url });
      await agent.call('snapshot');
    }
    expect(site.got.join()).toContain('key=Kd9');
    expect(stage.leaks(site)).toEqual([]);
  });

  it('is typed only into a field for secrets, not into one whose text others could read', async () => {
    const site = own(10);
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/login`);
    for (const field of ['User', 'Comment']) {
      expect((await type(agent, site, field)).text).toContain('is not a field for a secret');
    }
    // A password needs a field that is declared as one; the last site has such a secret.
    const last = own(OWN - 1);
    await agent.goTo(`${last.origin}/login`);
    expect((await type(agent, last)).text).toContain('is not a field for a secret');
    expect(await type(agent, last, 'Password')).toMatchObject({ isError: false });
    expect([...site.got, ...last.got].join()).not.toContain('Kd9');
  });

  it('is typed only where its own site is around the field, and no other', async () => {
    const [site, other] = [own(7), own(8)];
    const agent = await stage.agent();
    await agent.goTo(`${other.origin}/login`);
    expect((await type(agent, site)).text).toContain('is not for');
    await agent.goTo(`${other.origin}/around/${encodeURIComponent(site.origin)}`);
    expect((await type(agent, site)).text).toContain('not in a page of its site alone');
    expect([...site.got, ...other.got].join()).not.toContain('Kd9');
    expect(stage.leaks(site)).toEqual([]);
  });

  it('is in no list of requests, HAR file or cookie of another site to which its form was sent', async () => {
    const [site, other] = [own(11), own(12)];
    const agent = await stage.agent();
    await agent.goTo(`${other.origin}/login`);
    expect(await agent.call('network_requests')).toMatchObject({ isError: false });
    await agent.goTo(`${site.origin}/away/${encodeURIComponent(other.origin)}`);
    expect(await agent.call('type', { field: 'API key', secret: site.name, submit: true })).toMatchObject({
      isError: false,
    });
    expect((await agent.call('snapshot')).text).toContain('Inside');
    for (const args of [{}, { filter: 'post' }, { har: true }]) {
      expect(await agent.call('network_requests', args)).toMatchObject({ isError: false });
    }
    await agent.call('navigate', { url: `${other.origin}/login` });
    expect((await agent.call('network_requests')).text).toContain(`${other.origin}/login`);
    expect(other.got.join()).toContain('pin=Kd9');
    expect(stage.leaks(site)).toEqual([]);
  });

  it('allows pictures again when the document that took it is gone', async () => {
    const site = own(9);
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/login`);
    expect(await agent.call('screenshot')).toMatchObject({ isError: false });
    expect(
      await agent.call('fill_form', {
        fields: [
          { field: 'User', value: 'ada' },
          { field: 'Password', secret: site.name },
        ],
      }),
    ).toMatchObject({ isError: false });
    expect((await agent.call('screenshot')).text).toContain('no picture of it is taken');
    await agent.call('type', { field: 'Password', text: '' });
    expect((await agent.call('screenshot')).text).toContain('no picture of it is taken');
    await agent.goTo(`${site.origin}/in`);
    expect(await agent.call('screenshot')).toMatchObject({ isError: false, hasImage: true });
    expect(stage.leaks(site)).toEqual([]);
  });
});
