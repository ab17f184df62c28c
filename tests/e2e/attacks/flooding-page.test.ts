// SECURITY.md, "a flood": a page that changes thousands of elements at once, to fill an agent's context or hold it up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, BrowserStage } from '../browser/stage.ts';
import { openToolSite, type ToolSite } from '../browser/tool-pages.ts';

const words = "Math.random() + ' lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod'";
const page = (
  action: string,
  fill: string,
) => `<!doctype html><title>Flood</title><button>Go</button><div id="box"></div><script>
const make = (text, ...inside) => { const part = document.createElement('p'); part.append(text, ...inside); return part; };
for (let n = 0; n < 5000; n += 1) box.append(${fill});
document.querySelector('button').onclick = () => { ${action} };</script>`;

const floods = {
  '/gone': page('box.replaceChildren()', `make(${words})`),
  '/gone-from-each': page(
    "for (const part of document.querySelectorAll('p p')) part.remove()",
    `make('', make(${words}))`,
  ),
  '/come-to-each': page(`for (const part of document.querySelectorAll('p')) part.append(make(${words}))`, "make('a')"),
  '/drawn-anew': page(
    `box.replaceChildren(...Array.from(box.children, () => make(${words})), make('end'))`,
    `make(${words})`,
  ),
  '/changed': page(
    `for (const part of document.querySelectorAll('p')) part.firstChild.data = ${words} + 'z'.repeat(3000)`,
    "make('a')",
  ),
  '/all-alike': page("box.prepend(box.lastChild, make('first')); box.append(make('last'))", "make('a')"),
};

describe.each(['chromium', 'firefox'] as const)('in %s', (engine) => {
  let site: ToolSite;
  let stage: BrowserStage;
  let agent: Agent;

  beforeAll(async () => {
    site = await openToolSite(floods);
    stage = await BrowserStage.open(engine);
    agent = await stage.agent();
  });

  afterAll(async () => {
    await stage?.close();
    site.close();
  });

  it.each(Object.keys(floods))('is told in few words and in time: %s', async (path) => {
    await agent.goTo(`${site.origin}${path}`);
    const began = performance.now();
    const { text, facts } = await agent.call('click', { ref: agent.ref('Go') });
    expect(text.length + JSON.stringify(facts).length).toBeLessThan(20_000);
    expect(performance.now() - began).toBeLessThan(25_000);
  });
});
