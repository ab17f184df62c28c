// SECURITY.md, "a page around a frame that the agent may not read": an allowed page moves the pixels of a frame that the agent may not read past its mask.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type AllowedAgent, openAllowedAgent } from '../browser/allowed-agent.ts';
import type { NamedAgent } from '../browser/named-agents.ts';
import type { Person } from '../browser/person.ts';
import { openToolSite, type ToolSite } from '../browser/tool-pages.ts';

const red =
  '<!doctype html><title>Red</title><style>* { transition: all .3s }</style><body style="margin: 0; background: rgb(255, 0, 0)"><p>Red words';

/** `f` is the frame, which the script gives its address on the other site. */
const page = (css: string, { body = '<iframe id="f"></iframe>', script = '' } = {}) => `<!doctype html><title>T</title>
<style>body { margin: 0; background: #fff } #f { border: 0; width: 200px; height: 150px; position: absolute; left: 0; top: 0 } ${css}</style>
${body}<script>const red = location.origin.replace('127.0.0.1', 'localhost') + '/red';
${script || "f.src = red; f.onload = () => { document.title = 'ready' }"}</script>`;

const inShadow = (host: string) =>
  page('', {
    body: host,
    script: `const root = document.querySelector('.h').attachShadow({ mode: 'closed' });
      root.innerHTML = '<slot></slot><iframe style="border: 0" width="200" height="150"></iframe>';
      root.querySelector('iframe').onload = () => { document.title = 'ready' };
      root.querySelector('iframe').src = red;`,
  });

const transition = (css: string, update: string) =>
  page(
    `::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 60s } ${css}`,
    {
      script: `f.src = red; f.onload = () => setTimeout(() => {
      document.startViewTransition(() => { f.remove(); document.title = 'ready'; ${update} });
    }, 500);`,
    },
  );

const pages: Readonly<Record<string, string>> = {
  plain: page(''),
  reflected: page('#f { -webkit-box-reflect: right 200px }'),
  'offset by a filter': page('#f { filter: url(#s) }', {
    body: '<svg width="0" height="0" style="position: absolute"><filter id="s" x="-100%" y="-100%" width="500%" height="500%"><feOffset dx="400" dy="0" /></filter></svg><iframe id="f"></iframe>',
  }),
  zoomed: page('html { zoom: 2 } #f { left: 150px }'),
  rotated: page('#f { transform: rotate(45deg) translate(100px, -50px) }'),
  'animated in steps': page(
    '@keyframes m { from { left: 0 } to { left: 900px } } #f { animation: m .11s steps(7) infinite }',
  ),
  'animated smoothly': page(
    '@keyframes m { to { transform: translateX(900px) } } #f { animation: m .13s linear infinite alternate }',
  ),
  'moved by a script': page('', {
    script: `f.src = red; f.onload = () => { document.title = 'ready'; let at = 0;
      setInterval(() => { at = (at + 317) % 900; f.style.left = at + 'px' }, 3) };`,
  }),
  'brought in from outside': page('#f { left: -5000px }', {
    script: `f.src = red; f.onload = () => { document.title = 'ready'; let at = 0;
      setInterval(() => { at += 1; f.style.left = (at % 2) * 5000 - 5000 + 'px' }, 40) };`,
  }),
  embedded: page('', { body: '<embed id="f" type="text/html">', script: "f.src = red; document.title = 'ready'" }),
  'an object': page('', { body: '<object id="f"></object>', script: "f.data = red; document.title = 'ready'" }),
  'in a closed shadow root': inShadow('<div class="h"></div>'),
  'in a closed shadow root with content': inShadow('<div class="h"><p>Words</p></div>'),
  'in an old view transition': transition(
    '::view-transition-old(root) { animation: none; opacity: 1 } ::view-transition-new(root) { display: none }',
    '',
  ),
  'in a view transition that waits': transition('', 'return new Promise(() => {})'),
  'in one transition after another': page(
    '::view-transition-group(*), ::view-transition-old(*) { animation-duration: 60s }',
    {
      script: `f.src = red; f.onload = () => { document.title = 'ready';
      const again = () => document.startViewTransition(() => { f.hidden = !f.hidden }).finished.then(again, again); again() };`,
    },
  ),
  'loaded at that moment': page('', {
    script: `document.title = 'ready'; let at = 0;
      setInterval(() => { at += 1; if (at % 2) { f.remove() } else { document.body.append(f); f.src = red } }, 150);
      const f = document.getElementById('f');`,
  }),
};

const pathOf = (name: string) => `/case-${name.replaceAll(' ', '-')}`;

describe.each(['chromium', 'firefox'] as const)('in %s, a frame', (engine) => {
  let site: ToolSite;
  let allowed: AllowedAgent;
  let person: Person;
  let agent: NamedAgent;

  beforeAll(async () => {
    const served = Object.entries(pages).map(([name, text]) => [pathOf(name), text]);
    site = await openToolSite({ ...Object.fromEntries(served), '/red': red });
    allowed = await openAllowedAgent(engine, site);
    ({ agent, person } = allowed);
  });

  afterAll(async () => {
    await allowed?.close();
    site.close();
  });

  it.each(Object.keys(pages))('%s is in no picture', async (name) => {
    await agent.call('navigate', { url: site.origin + pathOf(name) });
    await agent.call('wait_for', { expression: 'document.title === "ready"', waitMs: 5000 });
    const seen: unknown[] = [];
    for (let at = 0; at < 3; at += 1) {
      const args = { scale: 0.5, quality: 90, fullPage: at % 2 === 1 };
      const shot = await agent.call('screenshot', args).catch((error: unknown) => error);
      seen.push(shot instanceof Error ? Object(shot).code : await redPixels(Object(shot).image));
    }
    // A picture without the frame, or none: never the frame.
    expect(seen.filter((one) => one !== 'ERR_PERMISSION_DENIED' && one !== 0)).toEqual([]);
    if (!/moment/.test(name)) expect(seen).toContain(0);
  });

  it('is shown to the user again', async () => {
    await agent.call('navigate', { url: site.origin + pathOf('plain') });
    await agent.call('wait_for', { expression: 'document.title === "ready"', waitMs: 5000 });
    await agent.call('screenshot', {});
    const opened = agent.call('snapshot', {
      ref: /iframe[^\n]* (e\d+)/.exec((await agent.call('snapshot')).text)?.[1],
    });
    opened.catch(() => {});
    await person.click(`Always allow: Anna, ${site.otherOrigin}`);
    await opened;
    await eventually('the frame in a picture', async () => {
      return (await redPixels((await agent.call('screenshot', { scale: 0.5 })).image)) > 5000;
    });
  });

  /** Decoded in the panel, since Node reads no JPEG. */
  async function redPixels(image: Buffer): Promise<number> {
    const panel = await person.panel('');
    const count = `(async () => { const bitmap = await createImageBitmap(await (await fetch('data:image/jpeg;base64,${image.toString('base64')}')).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d'); context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height); let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] > 200 && data[at + 1] < 60 && data[at + 2] < 60) count += 1;
      return count; })()`;
    return Number(await panel.evaluate(count));
  }
});
