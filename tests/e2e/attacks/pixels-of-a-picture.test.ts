// SECURITY.md, "a page that changes under a pixel": what an agent saw in a picture is gone, covered or another's when it clicks there.
import { isRecord } from '@sallyport/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AllowedAgent, openAllowedAgent } from '../browser/allowed-agent.ts';
import type { NamedAgent } from '../browser/named-agents.ts';
import type { Person } from '../browser/person.ts';
import { refOf } from '../browser/stage.ts';
import { openToolSite, type ToolSite } from '../browser/tool-pages.ts';

/** A frame that notes every click in it where its parent can read it: nowhere but in a message. */
const bank = `<!doctype html><title>Bank</title><body style="margin: 0"><button style="width: 300px; height: 200px"
onclick="parent.postMessage('clicked', '*')">Send all money</button>`;

/** `change` is what the page does between the picture and the click. */
const page = (change: string, more = '') => `<!doctype html><title>Shop</title>
<style>body { margin: 0; height: 3000px } button { position: absolute; left: 20px; width: 120px; height: 40px }
iframe { border: 0; width: 300px; height: 200px; position: absolute; left: 400px; top: 0 }
#layer { position: absolute; inset: 0 auto auto 0; width: 400px; height: 400px; opacity: 0 }</style>
<button id="cancel" style="top: 20px" onclick="note('cancel')">Cancel</button>
<button id="pay" style="top: 90px" onclick="note('pay')">Pay</button>${more}<script>
window.done = []; const note = (what) => done.push(what); addEventListener('message', () => note('bank'));
const bank = location.origin.replace('127.0.0.1', 'localhost') + '/bank';
const frame = document.querySelector('iframe'); if (frame) frame.src = bank;
window.change = () => { ${change} };</script>`;

/** The same with a box in place of the first button, which has a ref, and is not told from its content by that. */
const boxed = (change: string, content: string) =>
  page(change).replace(
    /<button id="cancel".*<\/button>/,
    `<style>#box { position: absolute; left: 20px; top: 200px; width: 200px; height: 120px; overflow: auto }
#box button { left: 0; top: 0; width: 200px; height: 120px } .row { height: 30px }</style>
<div id="box" tabindex="0" role="group" aria-label="Cancel" onclick="note(event.target.innerText || 'cancel')">${content}</div>`,
  );
const rows = Array.from({ length: 20 }, (_, at) => `<div class="row">Row ${at}</div>`).join('');

const empty = '<div style="height: 120px"></div>';
const layer = '<div id="layer" style="pointer-events: none" onclick="note(\'layer\')"></div>';
const frame = '<iframe title="Bank"></iframe>';
const stale = /Something else lies|was scrolled, resized|was loaded after|no longer at that point/;

/** How a page changes, and the pages on which only hovering makes it. */
const changes: Readonly<Record<string, string>> = {
  'swaps two buttons': page("cancel.style.top = '90px'; pay.style.top = '20px'"),
  'moves the button away': page("cancel.style.left = '300px'"),
  'moves the button by some pixels': page("cancel.style.left = '30px'"),
  'lays a see-through layer over it': page(
    "const over = document.createElement('div'); over.id = 'layer'; over.onclick = () => note('layer'); document.body.append(over)",
  ),
  'has a layer that only now takes clicks': page("layer.style.pointerEvents = 'auto'", layer),
  'brings a frame of another site under it': page("frame.style.left = '0'", frame),
  'scrolls a box inside by a row': boxed('box.scrollTop = 30', rows),
  'scrolls a box of nothing but text': boxed('box.scrollTop = 30', 'Text<br>'.repeat(50)),
  'puts a button into a box that was empty there': boxed(
    "const more = document.createElement('button'); more.textContent = 'More'; box.append(more)",
    empty,
  ),
  'takes away the edge of a cover': page(
    'cover.remove()',
    '<div id="cover" style="position: absolute; left: 0; top: 0; width: 81px; height: 80px; background: #fff"></div>',
  ),
  'takes away a control that is smaller than the grid': page('cancel.remove()').replace(
    '<button id="cancel" style="top: 20px"',
    '<div tabindex="0" style="position: absolute; inset: 0; width: 400px; height: 400px" onclick="note(\'under\')"></div><button id="cancel" style="top: 20px; height: 6px; border: 0; padding: 0; font-size: 4px; overflow: hidden"',
  ),
  'gives the button another name': page("cancel.textContent = 'Send'"),
  'is scrolled': page('scrollTo(0, 5)'),
  'loses its scroll bar or its width': page("document.documentElement.style.overflow = 'hidden'; scrollTo(0, 1)"),
  'is replaced by the same page': page('location.reload()'),
  'brings the frame when the pointer comes': page(
    "addEventListener('pointermove', () => { frame.style.left = '0' }, { capture: true })",
    frame,
  ),
  'swaps the buttons when the pointer comes': page(
    "addEventListener('pointermove', () => { cancel.style.top = '90px'; pay.style.top = '20px' }, { capture: true })",
  ),
  'puts a button into the box when the pointer comes': boxed(
    "addEventListener('pointermove', () => { const more = document.createElement('button'); more.textContent = 'More'; box.append(more) }, { capture: true, once: true })",
    empty,
  ),
  'covers itself when the pointer comes': page(
    "addEventListener('pointermove', () => { layer.style.pointerEvents = 'auto' }, { capture: true })",
    layer,
  ),
};

/** What changes nothing for the one who looked. */
const unchanged: Readonly<Record<string, string>> = {
  'has a box of rows as they were': boxed('', rows),
  'draws the same button with other elements': page("cancel.innerHTML = '<b>Cancel</b>'").replace(
    '>Cancel</button>',
    '><span>Cancel</span></button>',
  ),
  'changes far from the pixel': page(
    "pay.textContent = 'Send'; box.scrollTop = 30",
    `<div id="box" style="position: absolute; top: 300px; height: 60px; overflow: auto">${rows}</div>`,
  ),
};

const pathOf = (name: string) => `/case-${name.replaceAll(' ', '-')}`;

const secret = `<!doctype html><title>Sign in</title><style>input { color: rgb(255, 0, 0); font: bold 30px sans-serif; background: #fff }</style>
<label>Password <input id="p" type="password" value="MMMMMMMM"></label><button onclick="p.type = 'text'">Show</button>`;

/** A frame that is as large as without being turned; its field is shown in clear. */
const turned = `<!doctype html><title>Turned</title><iframe title="Sign in" style="transform: rotate(180deg); width: 600px; height: 300px; border: 0" src="/shown-secret"></iframe>`;

describe.each(['chromium', 'firefox'] as const)('in %s, a page', (engine) => {
  let site: ToolSite;
  let allowed: AllowedAgent;
  let person: Person;
  let agent: NamedAgent;

  beforeAll(async () => {
    const served = Object.entries({ ...changes, ...unchanged }).map(([name, text]) => [pathOf(name), text]);
    site = await openToolSite({
      ...Object.fromEntries(served),
      '/bank': bank,
      '/secret': secret,
      '/shown-secret': secret.replace('type="password"', 'type="text" autocomplete="current-password"'),
      '/turned': turned,
      '/framed-bank': page('', frame),
    });
    allowed = await openAllowedAgent(engine, site);
    ({ agent, person } = allowed);
  });

  afterAll(async () => {
    await allowed?.close();
    site.close();
  });

  async function look(path: string): Promise<{ id: unknown; at(name: string): { x: number; y: number } }> {
    await agent.call('navigate', { url: site.origin + path });
    const { text } = await agent.call('snapshot');
    const { facts } = await agent.call('annotated_screenshot');
    const marks = Array.isArray(facts.marks) ? facts.marks.filter(isRecord) : [];
    return {
      id: facts.shot,
      at(name) {
        const mark = marks.find(({ ref }) => ref === refOf(text, name));
        return { x: Number(mark?.x), y: Number(mark?.y) };
      },
    };
  }

  const done = async () =>
    JSON.parse(String((await agent.call('evaluate', { expression: 'window.done' })).facts.value));

  it.each(Object.keys(changes))('that %s gets no click', async (name) => {
    const { id, at } = await look(pathOf(name));
    const expression = 'void window.change()';
    await agent.call('evaluate', { expression });
    await agent.call('wait_for', { expression: 'document.readyState === "complete" && !!window.done' });
    const failed = await agent.call('mouse_click_xy', { shot: id, ...at('Cancel') }).catch((error: unknown) => error);
    const happened = await done();
    if (/when the pointer comes/.test(name) && engine === 'firefox') {
      // Its events go to the element that was found, whatever the page moves meanwhile.
      expect(happened.filter((what: string) => what !== 'cancel')).toEqual([]);
      return;
    }
    expect(Object(failed).message).toMatch(stale);
    expect(Object(failed).code).toBe('ERR_TOOL_FAILED');
    expect(happened).toEqual([]);
  });

  it('that is as it was gets one', async () => {
    const { id, at } = await look(pathOf('is scrolled'));
    const { text } = await agent.call('mouse_click_xy', { shot: id, ...at('Cancel') });
    expect(text).toContain('button "Cancel"');
    expect(await done()).toEqual(['cancel']);
  });

  it.each(Object.keys(unchanged))('that %s gets one', async (path) => {
    const { id, at } = await look(pathOf(path));
    await agent.call('evaluate', { expression: 'void window.change()' });
    await agent.call('mouse_click_xy', { shot: id, ...at('Cancel') });
    expect(await done()).toHaveLength(1);
  });

  it('with a frame that the agent may not read gets no click into it', async () => {
    const { id } = await look('/framed-bank');
    for (const tool of ['mouse_click_xy', 'mouse_wheel'] as const) {
      await expect(agent.call(tool, { shot: id, x: 500, y: 100 })).rejects.toMatchObject({
        code: 'ERR_PERMISSION_DENIED',
        message: expect.stringContaining(site.otherOrigin),
      });
    }
    const drag = { shot: id, x: 60, y: 40, toX: 500, toY: 100 };
    await expect(agent.call('mouse_drag_xy', drag)).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
    expect(await done()).toEqual([]);
  });

  it('has pictures that hold for one agent and tab alone', async () => {
    const { id, at } = await look(pathOf('is scrolled'));
    const other = agent.again();
    await other.call('navigate', { url: site.origin + pathOf('is scrolled') });
    const refused = { code: 'ERR_INPUT_INVALID', message: expect.stringContaining('There is no screenshot') };
    await expect(other.call('mouse_click_xy', { shot: id, ...at('Cancel') })).rejects.toMatchObject(refused);
    await expect(agent.call('mouse_click_xy', { shot: 's1', ...at('Cancel') })).rejects.toMatchObject(refused);
    await agent.call('tabs', { action: 'open', url: `${site.origin}/article` });
    await expect(agent.call('zoom', { shot: id, x: 0, y: 0, width: 9, height: 9 })).rejects.toMatchObject(refused);
    await expect(agent.call('mouse_click_xy', { shot: id, ...at('Cancel') })).rejects.toMatchObject(refused);
  });

  it('that shows a password in clear has none in the picture, nor larger in a part of it', async () => {
    await look('/secret');
    const { text } = await agent.call('snapshot');
    expect(await redPixels(await agent.call('screenshot', { scale: 1 }))).toBeGreaterThan(0);
    await agent.call('click', { ref: refOf(text, 'Show') });
    expect(await redPixels(await agent.call('screenshot', { scale: 1 }))).toBeGreaterThan(500);
    const shot = await agent.call('annotated_screenshot');
    expect(await redPixels(shot)).toBe(0);
    const zoom = { shot: shot.facts.shot, x: 0, y: 0, width: 600, height: 100 };
    expect(await redPixels(await agent.call('zoom', zoom))).toBe(0);
  });

  it('that shows it in a frame that is turned has none either', async () => {
    await agent.call('navigate', { url: `${site.origin}/turned` });
    expect(await redPixels(await agent.call('screenshot', { scale: 1 }))).toBeGreaterThan(500);
    expect(await redPixels(await agent.call('annotated_screenshot'))).toBe(0);
  });

  /** Decoded in the panel, since Node reads no JPEG. */
  async function redPixels({ image }: { readonly image: Buffer }): Promise<number> {
    const panel = await person.panel('');
    const count = `(async () => { const bitmap = await createImageBitmap(await (await fetch('data:image/jpeg;base64,${image.toString('base64')}')).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d'); context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height); let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] > 200 && data[at + 1] < 60 && data[at + 2] < 60) count += 1;
      return count; })()`;
    return Number(await panel.evaluate(count));
  }
});
