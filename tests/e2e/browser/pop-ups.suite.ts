// Pop-ups that a page opens when an agent clicks: behind the user's tab from the first moment, with their opener.
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { Scene } from './scene.ts';

const noteKeys = `for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'])
  addEventListener(type, (event) => { keys.push(type + ' ' + [event.ctrlKey, event.metaKey, event.getModifierState('Control'), event.getModifierState('Meta')]); }, true);`;

export const popUpPages: Readonly<Record<string, string>> = {
  '/popping': `<!doctype html><title>Opener</title><main>
<button onclick="popUp = window.open('/popped')">Sign in</button>
<div role="button" tabindex="0" onclick="popUp = window.open('/popped', 'sized', 'width=300,height=300')">Sign in elsewhere</div>
<button type="button" id="own" onclick="p.textContent = 'Went on'">Go on</button><p id="p"></p>
<button type="button" onclick="frame.contentWindow.tell()">Ask the frame</button><iframe id="frame" src="/telling"></iframe>
<p>Heard <output id="heard"></output></p></main>
<script>let popUp; const keys = []; ${noteKeys}
addEventListener('message', ({ data, source }) => { heard.textContent = data + (source === (popUp ?? frame.contentWindow)); });</script>`,
  '/leaving': `<!doctype html><title>Leaving</title><main><form action="/popped-form"></form><a id="link" href="/popped-form">Link</a>
<button type="button" onclick="location.assign('/popped-form')">assign</button><button type="button" onclick="location.href = '/popped-form'">href</button>
<button type="button" onclick="document.forms[0].submit()">submit</button><button type="button" onclick="document.forms[0].requestSubmit()">requestSubmit</button>
<button type="button" onclick="link.click()">click</button><button type="button" onclick="window.open('/popped-form', '_self')">self</button>
<div role="button" aria-label="card" tabindex="0" style="position: relative; width: 200px; height: 60px" onmouseenter="over.hidden = false">A card<a id="over" href="/popped-form" hidden style="position: absolute; inset: 0">More</a></div></main>`,
  '/popped-form': '<!doctype html><p>Arrived</p>',
  '/telling': `<!doctype html><script>function tell() { parent.postMessage('asked ', '*'); }</script>`,
  '/popped': `<!doctype html><title>Popped</title><p>Signed in</p><script>opener.postMessage('signed in ', '*');</script>`,
};

/** The user's tab is watched. */
export function popUpSuite(scene: Scene): void {
  it.each(['Sign in', 'Sign in elsewhere'])('%s: a pop-up opens behind the user’s tab', async (name) => {
    const { reports } = scene.site;
    const inFront = 'alive visible focused';
    await eventually('the user’s page is in front', () => reports.at(-1) === inFront);
    await scene.at('/popping');
    const before = reports.length;
    const { facts } = await scene.agent.call('click', { ref: scene.agent.ref(name) });
    const after = reports.length;
    await eventually('the user’s page has told twice since', () => reports.length > after + 1);
    // Debugging bars change the size of every page.
    expect(reports.slice(before).filter((what) => what !== inFront && what !== 'resize')).toEqual([]);
    const opened = [facts.openedTabs].flat();
    expect(opened).toHaveLength(scene.ways.opensPopUps ? 1 : 0);
    if (!scene.ways.opensPopUps) return;
    await eventually('the opener hears from it', async () => (await scene.agent.value('heard.value')) !== '');
    expect(await scene.agent.value('heard.value')).toBe('signed in true');
    expect((await scene.agent.call('snapshot', { tabId: opened[0] })).text).toContain('Signed in');
    // A tab of the user's window, also where the page asked for a small window in front of it.
    const width = await scene.agent.call('evaluate', { tabId: opened[0], expression: 'outerWidth' });
    expect(Number(width.facts.value)).toBeGreaterThan(600);
  });

  it.each(['assign', 'href', 'submit', 'requestSubmit', 'click', 'self'])(
    '%s: a script leads its own tab on',
    async (name) => {
      await scene.at('/leaving');
      const { facts } = await scene.agent.call('click', { ref: scene.agent.ref(name) });
      expect(facts.openedTabs).toEqual([]);
      expect((await scene.agent.call('wait_for', { url: '/popped-form' })).facts.met).toBe(true);
    },
  );

  it('a link that comes under the pointer leads its own tab on', async () => {
    await scene.at('/leaving');
    const { facts } = await scene.agent.call('click', { ref: scene.agent.ref('card') });
    expect(facts.openedTabs).toEqual([]);
    expect((await scene.agent.call('wait_for', { url: '/popped-form' })).facts.met).toBe(true);
  });

  it('leaves a message of a frame its source', async () => {
    await scene.at('/popping');
    await scene.agent.call('click', { ref: scene.agent.ref('Ask the frame') });
    expect(await scene.agent.value('heard.value')).toBe('asked true');
    expect(await scene.agent.value('"value" in Object.getOwnPropertyDescriptor(window, "postMessage")')).toBe(true);
  });

  it('hides from pages that a key was held, and shows those of the agent', async () => {
    await scene.at('/popping');
    const prototype = 'String(Object.getOwnPropertyDescriptor(MouseEvent.prototype, "ctrlKey").get)';
    const own = await scene.agent.value(prototype);
    const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    await scene.agent.call('click', { ref: scene.agent.ref('Go on') });
    expect(await scene.agent.value('keys.splice(0)')).toEqual(types.map((type) => `${type} false,false,false,false`));
    await scene.agent.call('click', { ref: scene.agent.ref('Go on'), modifiers: ['Control'] });
    expect(await scene.agent.value('keys.splice(0)')).toEqual(types.map((type) => `${type} true,false,true,false`));
    expect(await scene.agent.value(prototype)).toBe(own);
  });
}
