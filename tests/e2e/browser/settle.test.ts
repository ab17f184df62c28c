// An act is answered when its effects are there, however they come about: every one of them shows in the evidence.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effects, effectsPage } from '../../../bench/browser/effects.ts';
import { engines } from './engines.ts';
import { type Agent, BrowserStage } from './stage.ts';
import { openToolSite, type ToolSite } from './tool-pages.ts';

const shown = "document.getElementById('shown').textContent";
/** A hidden page of Firefox runs its own timers once a second, and later on a busy machine. */
const hiddenTimer = { timeout: 20_000 };
const replaced = [
  ...[
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'requestAnimationFrame',
    'requestIdleCallback',
    'fetch',
    'postMessage',
  ],
  ...['MessagePort', 'Worker'].map((name) => `${name}.prototype.postMessage`),
  ...['WebSocket.prototype.send', 'XMLHttpRequest.prototype.send', 'HTMLElement.prototype.click'],
  ...['Response.prototype.json', 'History.prototype.pushState', 'IDBFactory.prototype.open'],
];

describe.each(engines)('an act in %s', (engine) => {
  let site: ToolSite;
  let stage: BrowserStage;
  let agent: Agent;

  beforeAll(async () => {
    site = await openToolSite({ '/effects': effectsPage });
    // In Firefox the page is hidden then, which is harder.
    stage = await BrowserStage.open(engine, { agentWindow: false });
    agent = await stage.agent();
    await agent.goTo(`${site.origin}/effects`);
  });

  afterAll(async () => {
    await stage?.close();
    site.close();
  });

  const click = async (button: string) => (await agent.call('click', { ref: agent.ref(button) })).facts;

  it.each(effects)('waits for what comes by $button', async ({ button, shows }) => {
    const facts = await click(button);
    expect(facts).toMatchObject({ settled: true, pageVisible: engine === 'chromium' });
    expect(facts.changes).toContainEqual(expect.stringContaining(shows));
  });

  it('waits for a timer that a timer of the act asks for', async () => {
    const facts = await click('timers in turn 200');
    expect(facts.changes).toContainEqual(expect.stringContaining('timers in turn came after 200'));
    expect(facts.settled).toBe(true);
  });

  it('waits for a timer behind a message that an answer of a server has sent, as schedulers of frameworks do', async () => {
    const facts = await click('scheduler 300');
    expect(facts.changes).toContainEqual(expect.stringContaining('scheduler came after 300'));
    expect(facts.settled).toBe(true);
  });

  it('keeps a quiet time for what it cannot follow', async () => {
    const { changes } = await click('broadcast 30');
    if (engine === 'firefox') await expect.poll(() => agent.value(shown), hiddenTimer).toBe('broadcast came after 30');
    else expect(changes).toContainEqual(expect.stringContaining('broadcast came after 30'));
  });

  it('keeps a quiet time in a document that had an effect which it did not see coming', async () => {
    await click('unseen 40');
    // Whether it was in time for that or not.
    await expect.poll(() => agent.value(shown), hiddenTimer).toBe('unseen came after 40');
    await agent.value("document.getElementById('shown').textContent = ''");
    if (engine === 'firefox') return;
    expect((await click('unseen 40')).changes).toContainEqual(expect.stringContaining('unseen came after 40'));
  });

  it('lets scripts hear of the end of a transition once', async () => {
    await agent.value("globalThis.ends = 0; addEventListener('transitionend', () => { ends += 1; }); 0");
    await click('transition 50');
    // The browser's own event comes with a frame, which a hidden page gets much later.
    await agent.value('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))');
    expect(await agent.value('ends')).toBe(1);
  });

  it('leaves the functions of the page as they were', async () => {
    expect(
      await agent.value(`[${replaced.join()}].filter((each) => !String(each).includes('[native code]')).length`),
    ).toBe(0);
  });

  it('is not held by frames that never end', async () => {
    expect(await click('endless 0')).toMatchObject({ settled: true });
    const after = await click('timer 50');
    expect(after).toMatchObject({ settled: true });
    expect(after.changes).toContainEqual(expect.stringContaining('timer came after 50'));
  });
});
