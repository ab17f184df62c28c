// SECURITY.md, "a page around a frame that the agent may not read": an allowed page prints a frame that the agent may not read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AllowedAgent, openAllowedAgent } from '../../e2e/browser/allowed-agent.ts';
import { openToolSite, type ToolSite } from '../../e2e/browser/tool-pages.ts';
import { eventually } from '../../support/eventually.ts';
import { pdfText } from '../../support/pdf-text.ts';

const closed = `<!doctype html><title>Closed</title><style>@media print { * { visibility: visible !important; transition: all 9s !important } }
@media screen { p { display: none } } @keyframes show { from, to { visibility: visible } } p { animation: show 9s infinite }</style>
<p>Closed words</p><p style="visibility: visible !important">Closed style</p><input value="Closed value"><a href="#ClosedDest">Closed link</a><h1 id="ClosedDest">Closed end</h1>`;

/** `f` is the frame, which the script gives its address on the other site. */
const page = (css: string, { body = '<iframe id="f"></iframe>', script = '' } = {}) => `<!doctype html><title>T</title>
<style>${css}</style><p>Open words</p>${body}<script>const closed = location.origin.replace('127.0.0.1', 'localhost') + '/closed';
${script || "f.src = closed; f.onload = () => { document.title = 'ready' }"}</script>`;

const pages: Readonly<Record<string, string>> = {
  plain: page(''),
  'shown only in print': page(
    '#f { display: none } @media print { #f { display: block; visibility: visible !important } }',
  ),
  embedded: page('', { body: '<embed id="f" type="text/html">', script: "f.src = closed; document.title = 'ready'" }),
  'an object': page('', { body: '<object id="f"></object>', script: "f.data = closed; document.title = 'ready'" }),
  'in a closed shadow root': page('', {
    body: '<div id="h"></div>',
    script: `const root = h.attachShadow({ mode: 'closed' }); root.innerHTML = '<iframe></iframe>';
      root.querySelector('iframe').onload = () => { document.title = 'ready' }; root.querySelector('iframe').src = closed;`,
  }),
  'in an open frame': page('', {
    script: `f.srcdoc = '<p>Inner words</p><iframe src="' + closed + '"></iframe>'; f.onload = () => { document.title = 'ready' }`,
  }),
  'loaded for the print': page('', {
    script: `document.title = 'ready'; addEventListener('beforeprint', () => { f.src = closed + '?' + Math.random() })`,
  }),
  'loaded at that moment': page('', {
    script: `document.title = 'ready'; const f = document.getElementById('f'); let at = 0;
      setInterval(() => { at += 1; if (at % 2) { f.remove() } else { document.body.append(f); f.src = closed } }, 60);`,
  }),
};

const pathOf = (name: string) => `/case-${name.replaceAll(' ', '-')}`;

describe('in Chromium, a frame', () => {
  let site: ToolSite;
  let allowed: AllowedAgent;

  beforeAll(async () => {
    const served = Object.entries(pages).map(([name, text]) => [pathOf(name), text]);
    site = await openToolSite({ ...Object.fromEntries(served), '/closed': closed });
    allowed = await openAllowedAgent('chromium', site);
  });

  afterAll(async () => {
    await allowed?.close();
    site.close();
  });

  async function goTo(name: string): Promise<void> {
    await allowed.agent.call('navigate', { url: site.origin + pathOf(name) });
    await allowed.agent.call('wait_for', { expression: 'document.title === "ready"', waitMs: 5000 });
  }

  it.each(Object.keys(pages))('%s is in no PDF', async (name) => {
    await goTo(name);
    const seen: string[] = [];
    // Chromium does not finish a print during which a frame navigates.
    for (let at = 0; at < (name === 'loaded for the print' ? 1 : 3); at += 1) {
      const saved = await allowed.agent.call('pdf_save').catch((error: unknown) => error);
      const { file } = Object(saved);
      // Names, such as those that links lead to, are outside the text.
      seen.push(saved instanceof Error ? String(Object(saved).code) : pdfText(file) + file.toString('latin1'));
    }
    // A PDF without the frame, or none: never the frame.
    expect(seen.filter((text) => text.includes('Closed'))).toEqual([]);
    for (const text of seen) expect(text).toMatch(/ERR_PERMISSION_DENIED|ERR_TOOL_FAILED|Open words/);
    if (!/loaded/.test(name)) expect(seen.join()).toContain('Open words');
  });

  it('is in it once the agent may read it', async () => {
    await goTo('plain');
    const ref = /iframe[^\n]* (e\d+)/.exec((await allowed.agent.call('snapshot')).text)?.[1];
    const opened = allowed.agent.call('snapshot', { ref });
    opened.catch(() => {});
    await allowed.person.click(`Always allow: Anna, ${site.otherOrigin}`);
    await opened;
    await eventually('the frame in a PDF', async () =>
      pdfText((await allowed.agent.call('pdf_save')).file).includes('Closed words'),
    );
  });
});
