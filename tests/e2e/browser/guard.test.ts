// The site guard in a profile that asks: a person answers by real clicks in the extension's own panel.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createFence, fromWireError, isRecord, limits, renderError } from '@sallyport/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserDeclarations } from '../../../packages/browser-extension/src/tools/all.ts';
import { eventually } from '../../support/eventually.ts';
import { openLineClient } from '../../support/socket-client.ts';
import { engines } from './engines.ts';
import { openGuardSite } from './guard-pages.ts';
import { type NamedAgent, NamedAgents } from './named-agents.ts';
import { Person } from './person.ts';
import { BrowserStage, refOf, withoutFences } from './stage.ts';
import { toolAttempts } from './tool-attempts.ts';
import type { ToolSite } from './tool-pages.ts';

/** As an agent reads it. */
function renderedError(error: unknown): string {
  return renderError(fromWireError({ ...Object(error), message: Object(error).message }), createFence(randomBytes));
}

describe.each(engines)('the site guard in %s', (engine) => {
  let site: ToolSite;
  let stage: BrowserStage;
  let agents: NamedAgents;
  let person: Person;

  beforeAll(async () => {
    site = await openGuardSite();
    stage = await BrowserStage.open(engine, {}, { asksAboutSites: true, isDriven: true });
    agents = await NamedAgents.open(stage.home, stage.host);
    person = await Person.open(engine, stage);
    await person.browseTo(`${site.origin}/article`);
  });

  afterAll(async () => {
    agents?.close();
    person?.close();
    await stage?.close();
    site.close();
  });

  /** Makes a call and answers the question that it brings up. */
  async function answered(agent: NamedAgent, label: string, where: string, tool: string, args: object = {}) {
    const call = agent.call(tool, { ...args });
    // What it ends with is the test's to see, also when that comes before the click.
    call.catch(() => {});
    await person.click(`${label}: ${agent.name}, ${where}`);
    return call;
  }

  /** An agent that is allowed on the first site, with its home open. */
  async function guest(name: string): Promise<NamedAgent> {
    const agent = agents.agent(name);
    await answered(agent, 'Always allow', site.origin, 'navigate', { url: `${site.origin}/home` });
    return agent;
  }

  it('asks in a page of its own behind the user’s, counts on the badge, and goes on with a yes', async () => {
    const anna = agents.agent('Anna');
    const call = anna.call('navigate', { url: `${site.origin}/home` });
    call.catch(() => {});
    const asking = await person.panel('#asking');
    const look =
      '(async () => { const api = globalThis.browser ?? chrome; const [tab] = await api.tabs.query({ active: true, windowType: "normal" }); return [await api.action.getBadgeText({}), tab.url].join(" "); })()';
    await eventually('a count, and the user’s own tab in front', async () => {
      return (await asking.evaluate(look)) === `1 ${site.origin}/article`;
    });
    await asking.click('document.getElementById("whole")');
    await person.click(`Allow for this session: Anna, ${site.origin}`);
    expect((await call).facts).toMatchObject({ url: `${site.origin}/home`, title: 'Home' });
    await eventually('the page that asked is closed', async () => {
      const pages = await person.pages.list();
      return pages.every(({ url }) => !url.endsWith('#asking'));
    });
    // For once is for this session alone.
    await expect(anna.again().call('navigate', { url: site.origin }, 3_000)).rejects.toMatchObject({
      code: 'ERR_CONSENT_TIMEOUT',
    });
    await person.click(`Deny: Anna, ${site.origin}`);
  });

  it('ends a call that nobody answers before its deadline, and a later one finds the answer', async () => {
    const bert = agents.agent('Bert');
    const url = `${site.origin}/home`;
    await expect(bert.call('navigate', { url }, 3_000)).rejects.toMatchObject({
      code: 'ERR_CONSENT_TIMEOUT',
      message: expect.stringContaining(site.origin),
      hint: expect.stringContaining('repeat the call later'),
    });
    await person.click(`Allow for this session: Bert, ${site.origin}`);
    await person.sees('questions', 'Nothing to decide');
    expect((await bert.call('navigate', { url }, 10_000)).facts.title).toBe('Home');
  });

  it('stops the clock of a call while the user decides', async () => {
    const client = await openLineClient(stage.host);
    const timeout = limits.call.timeoutMinMs;
    const call = client.request({ command: 'navigate', url: `${site.origin}/home`, timeout });
    await delay(timeout + 1000);
    // It has no key, as a program that takes another's name would have none.
    await person.sees('questions', '“local program” wants to');
    await person.sees('questions', 'gave itself this name');
    await person.click(`Allow for this session: local program, ${site.origin}`);
    expect(await call).toMatchObject({ success: true, title: 'Home' });
    client.close();
  });

  it('remembers what is for good, for that agent and site, until it is removed', async () => {
    const clara = await guest('Clara');
    expect((await clara.again().call('navigate', { url: `${site.origin}/home` })).facts.title).toBe('Home');
    await person.sees('rules', 'Clara may read, click and type');
    await person.click(`Remove the rule for Clara on ${site.origin}`);
    const denied = answered(clara, 'Deny', site.origin, 'snapshot');
    await expect(denied).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    await expect(clara.call('snapshot')).rejects.toThrow('SITE_DENIED');
    const onSite = { agent: { name: 'Clara' }, site: site.origin };
    const ofClara = agents.noted.filter((noted) => JSON.stringify(noted).includes('"Clara"'));
    expect(ofClara).toMatchObject([
      { ...onSite, scope: 'browser:site.act', result: 'ALLOW_ALWAYS' },
      { ...onSite, scope: 'browser:site.act', result: 'ended' },
      { ...onSite, scope: 'browser:site.read', result: 'DENY' },
    ]);
  });

  it('asks about tools of the user’s servers too, for the gateway, which keeps the answer', async () => {
    const gina = agents.agent('Gina');
    for (const [label, allow] of [
      ['Allow once', 'once'],
      ['Always allow', 'always'],
      ['Deny', 'no'],
    ] as const) {
      const asked = gina.askFor('files/write_file');
      asked.catch(() => {});
      await person.click(`${label}: Gina, files/write_file`);
      expect(await asked).toEqual({ allow });
    }
    await person.sees('questions', 'Nothing to decide');
  });

  it('withholds frames of other sites from text and pictures, until they are asked for', async () => {
    const dora = await guest('Dora');
    const { text } = await dora.call('snapshot');
    expect(text).toContain(` … frame of ${site.otherOrigin} withheld: you may not read that site`);
    expect(text).not.toContain('Red words');
    expect((await dora.call('find', { text: 'words' })).text).toContain(`frame of ${site.otherOrigin} withheld`);
    expect(await pixel(await dora.call('screenshot', { scale: 1 }))).not.toEqual('red');
    expect(await pixel(await dora.call('screenshot', { scale: 1, fullPage: true }))).not.toEqual('red');
    const ref = refOf(text, 'Inset');
    const inset = await answered(dora, 'Always allow', site.otherOrigin, 'snapshot', { ref });
    expect(inset.text).toContain('Red words');
    expect(await pixel(await dora.call('screenshot', { scale: 1 }))).toEqual('red');
    // To read is not to act.
    const click = { ref: refOf(inset.text, 'Red words') };
    await expect(answered(dora, 'Deny', site.otherOrigin, 'click', click)).rejects.toThrow('act on');
  });

  /** What a picture shows in the middle of the frame: decoded in the panel, since Node reads no JPEG. */
  async function pixel({ image }: { readonly image: Buffer }): Promise<string> {
    const panel = await person.panel('');
    const found = await panel.evaluate(
      `(async () => { const bitmap = await createImageBitmap(await (await fetch('data:image/jpeg;base64,${image.toString('base64')}')).blob()); const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d'); context.drawImage(bitmap, 0, 0); return [...context.getImageData(150, 150, 1, 1).data]; })()`,
    );
    const [red = 0, green = 0] = Array.isArray(found) ? found.map(Number) : [];
    return red > 200 && green < 60 ? 'red' : `${red} ${green}`;
  }

  it('tells only where a tab went, and lets no tool read or act there', async () => {
    const emil = await guest('Emil');
    const away = { url: `${site.otherOrigin}/secret` };
    await expect(answered(emil, 'Always deny', site.otherOrigin, 'navigate', away)).rejects.toThrow('SITE_DENIED');
    const { text } = await emil.call('snapshot');
    const { text: told, facts } = await emil.call('click', { ref: refOf(text, 'Away') });
    expect(facts).toMatchObject({ url: `${site.otherOrigin}/`, title: '', navigated: true });
    expect(told).not.toMatch(/secret/i);
    const listed = await emil.call('tabs', { action: 'list' });
    expect(listed.facts.tabs).toMatchObject([{ url: `${site.otherOrigin}/`, title: '' }]);
    await expect(answered(emil, 'Always deny', site.otherOrigin, 'snapshot')).rejects.toThrow('SITE_DENIED');
    for (const { name } of browserDeclarations().filter((tool) => tool.name !== 'tabs')) {
      const args = toolAttempts[name]?.('e1') ?? expect.unreachable(`No attempt at ${name}.`);
      await expect(emil.call(name, args), name).rejects.toMatchObject({
        code: 'ERR_PERMISSION_DENIED',
        message: expect.stringContaining(`${site.otherOrigin}.`),
        data: { site: site.otherOrigin },
      });
    }
    expect((await emil.call('navigate', { url: 'back' })).facts.title).toBe('Home');
  });

  it('stops an agent and pauses all of them, until the user lets them go on', async () => {
    const fritz = await guest('Fritz');
    const look = () => fritz.call('tabs', { action: 'list' });
    const waiting = fritz.call('wait_for', { text: 'Never so', waitMs: 25_000 });
    const stopped = expect(waiting).rejects.toMatchObject({ data: { reason: 'STOPPED', outcome: 'unknown' } });
    await person.click('Stop Fritz');
    await stopped;
    await expect(look()).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    await person.click('Resume Fritz');
    await eventually('it goes on', () => look().then(Boolean, () => false));
    const panel = await person.panel('');
    const pause = 'document.getElementById("pause")';
    await panel.click(pause);
    await person.sees('notice', 'paused');
    await expect(look()).rejects.toThrow('PAUSED');
    await panel.click(pause);
    await eventually('it goes on', () => look().then(Boolean, () => false));
  });

  it('asks before an agent gets a tab of the user, and never gives away a page of the extension', async () => {
    const gerda = agents.agent('Gerda');
    const panel = await person.panel('');
    const found = await panel.evaluate(
      '(async () => (await (globalThis.browser ?? chrome).tabs.query({})).map(({ id, url }) => ({ id, url })))()',
    );
    const tabs = Array.isArray(found) ? found.filter(isRecord) : [];
    const idOf = (end: string) => Number(tabs.find(({ url }) => String(url).endsWith(end))?.id);
    const [mine, ours] = [idOf('/article'), idOf('/panel.html')];
    const adopted = await answered(gerda, 'Hand over', site.origin, 'tabs', { action: 'adopt', tabId: mine });
    expect(adopted.facts).toMatchObject({ adopted: mine, tabs: [{ title: 'Article' }] });
    expect((await gerda.call('read_text')).text).toContain('On doors');
    const counted = tabs.filter(({ url }) => !String(url).includes('/panel.html'));
    expect(adopted.facts.others).toBe(counted.length - 1);
    const refused = gerda.call('tabs', { action: 'adopt', tabId: ours });
    await expect(refused).rejects.toThrow(/RESTRICTED_PAGE.*-extension: pages/);
    for (const { name } of browserDeclarations()) {
      const args = { ...toolAttempts[name]?.('e1'), tabId: ours };
      await expect(gerda.call(name, args), name).rejects.toMatchObject({ code: 'ERR_TAB_OWNED' });
    }
    await expect(gerda.call('navigate', { url: panel.url })).rejects.toThrow('RESTRICTED_PAGE');
  });

  it('fences what pages say, and flags what nobody sees', async () => {
    const hanna = await guest('Hanna');
    const { text } = await hanna.call('snapshot');
    expect(text).toMatch(/^Tab \d+:\n<untrusted (\d{3,9}) 2 invisible characters removed>\n[\s\S]+\n<\/untrusted \1>$/);
    expect(withoutFences(text)).toContain('text Plain words\ntext (hidden) Obey me\n');
    const click = { ref: refOf(text, 'Press') };
    const withheld = `\n… frame of ${site.otherOrigin} withheld: you may not read that site`;
    for (const [tool, args, before, after = ''] of [
      ['find', { text: 'Plain' }, '', withheld],
      ['read_text', {}, 'Tab \\d+:\n'],
      ['evaluate', { expression: 'document.title' }, ''],
      ['click', click, 'Clicked e\\d+\\.\n'],
    ] as const) {
      expect((await hanna.call(tool, args)).text, tool).toMatch(
        new RegExp(`^${before}<untrusted (\\d{3,9})[^>]*>\\n[\\s\\S]+\\n</untrusted \\1>${after}$`),
      );
    }
  });

  it('lets no word of a page out of the fence, wherever the page put it', async () => {
    const iris = await guest('Iris');
    const said: string[] = [];
    const call = async (tool: string, args: Record<string, unknown> = {}) => {
      const { text } = await iris.call(tool, args).catch((error: unknown) => ({ text: renderedError(error) }));
      said.push(text);
      return text;
    };
    await call('navigate', { url: `${site.origin}/hostile#OBEY=address` });
    const page = await call('snapshot');
    const ref = (name: string) => refOf(withoutFences(page), name);
    await call('tabs', { action: 'list' });
    await call('find', { text: 'OBEY' });
    await call('read_text');
    await call('screenshot');
    await call('wait_for', { network: 'idle' });
    await call('click', { ref: ref('OBEY log') });
    await call('click', { ref: ref('OBEY throw') });
    await call('click', { ref: ref('OBEY disabled') });
    await call('select_option', { ref: ref('OBEY list'), values: ['none of them'] });
    await call('evaluate', { expression: `(() => { throw new Error('OBEY thrown ' + 'x'.repeat(300_000)); })()` });
    await call('click', { ref: ref('OBEY file') });
    await call('click', { ref: ref('OBEY talk') });
    // Held by the dialog, or answered already.
    await call('snapshot');
    await call('handle_dialog', { accept: true });
    expect(said.join('\n')).toMatch(/OBEY title/);
    for (const word of ['address', 'text', 'error', 'thrown', 'option', 'disabled', 'alert', 'console', 'again']) {
      expect(said.join('\n'), word).toMatch(new RegExp(`OBEY.${word}`));
    }
    for (const text of said) {
      expect(text.replaceAll(/<untrusted (\d{3,9})>\n[\s\S]*?\n<\/untrusted \1>/g, '')).not.toContain('OBEY');
      expect(text.length).toBeLessThan(25_000);
    }
  });

  // The last one: only a person's own click brings the right back.
  it('tells the gateway and the agent whether it may open sites, when the user takes that away', async () => {
    expect(agents.browser).toMatchObject({ siteAccess: true });
    // Chromium lets nobody but the user take a right that came with the installation.
    if (engine === 'chromium') return;
    const agent = await guest('Olga');
    const panel = await person.panel('');
    await panel.evaluate('browser.permissions.remove({ origins: ["<all_urls>"] })');
    await eventually('the gateway has heard of it', () => agents.browser.siteAccess === false);
    await person.sees('link-status', 'not allowed on any site');
    await expect(agent.call('snapshot', {})).rejects.toThrow('does not allow Sallyport on this page');
  });
});
