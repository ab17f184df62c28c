// SECURITY.md, "a page with text that nobody sees": orders to a model that the person at the screen cannot read.
import { expect, it, onTestFinished } from 'vitest';
import { BrowserStage } from '../browser/stage.ts';
import { openToolSite } from '../browser/tool-pages.ts';

const ways: readonly string[] = [
  '<div style="height: 0; overflow: hidden"><p>OBEY</p></div>',
  '<p style="color: #fff; background: #fff">OBEY</p>',
  '<div style="background: #102030"><p style="color: #142434">OBEY</p></div>',
  '<p style="color: oklch(1 0 0)">OBEY</p>',
  '<p style="position: absolute; left: 99999px">OBEY</p>',
  '<p style="position: absolute; left: -9999px">OBEY</p>',
  '<p style="position: absolute; top: -9999px">OBEY</p>',
  '<p style="text-indent: -9999px; overflow: hidden; white-space: nowrap">OBEY</p>',
  '<p style="text-indent: 100%; overflow: hidden; white-space: nowrap">OBEY</p>',
  '<p style="clip-path: inset(100%)">OBEY</p>',
  '<div style="clip-path: circle(0)"><p>OBEY</p></div>',
  '<p style="position: absolute; clip: rect(0, 0, 0, 0)">OBEY</p>',
  '<p style="transform: scale(0)">OBEY</p>',
  '<p style="position: fixed; z-index: -1; top: 0">OBEY</p>',
  '<div style="position: relative"><p>OBEY</p><div style="position: absolute; inset: 0; background: #fff"></div></div>',
  '<p style="opacity: 0">OBEY</p>',
  '<div style="opacity: .2"><p style="opacity: .1">OBEY</p></div>',
  '<p style="color: rgba(0, 0, 0, .004)">OBEY</p>',
  '<p style="filter: opacity(0)">OBEY</p>',
  '<p style="mask-image: linear-gradient(transparent, transparent)">OBEY</p>',
  '<p style="-webkit-text-fill-color: transparent">OBEY</p>',
  '<p style="font-size: 0">OBEY</p>',
  '<p style="width: 80px; height: 20px; overflow: hidden; position: relative"><span style="position: absolute; top: 50px">OBEY</span></p>',
  '<h2 style="color: #fff">OBEY</h2>',
  '<p>Seen <span style="opacity: .01">OBEY</span> seen</p>',
  '<a href="#x" style="opacity: .01">OBEY</a>',
];

/** What looks alike to a careless eye and is seen by everybody, or names a control for those who hear the page. */
const seen: readonly string[] = [
  '<p>Plain</p>',
  '<div style="position: relative; height: 60px"><svg style="position: absolute; inset: 0; width: 100%; height: 100%"><rect width="100%" height="100%" fill="#036"/></svg><p style="position: relative; color: #fff">Hero</p></div>',
  '<div style="background: linear-gradient(#036, #069)"><p style="color: #fff">Shaded</p></div>',
  '<div style="background: #000"><p style="color: #fff">Dark</p></div>',
  '<div style="background: rgba(0, 0, 0, .8)"><p style="color: #fff">Dim</p></div>',
  '<div style="overflow: auto; height: 30px"><p>First</p><p>Scrolled to</p></div>',
  '<p style="opacity: .6">Pale</p>',
  '<p style="text-indent: 2em">Indented</p>',
  '<p style="clip-path: inset(0)">Whole</p>',
  '<div style="display: contents">Boxless</div>',
  '<button style="width: 30px"><svg width="10" height="10"></svg><span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0)">Close</span></button>',
  '<div style="height: 3000px"></div><p>Far below</p>',
];

const page = (parts: readonly string[]) =>
  `<!doctype html><title>T</title><body style="background: #fff"><main>${parts.map((part, at) => `<section>${part.replace('OBEY', `OBEY ${at}`)}</section>`).join('\n')}</main>`;

it.each(['chromium', 'firefox'] as const)('is marked in %s, and nothing else is', async (engine) => {
  const site = await openToolSite({ '/hidden': page(ways), '/seen': page(seen) });
  const stage = await BrowserStage.open(engine);
  onTestFinished(async () => {
    await stage.close();
    site.close();
  });
  const agent = await stage.agent();
  const unmarked = (text: string) =>
    text.split('\n').filter((line) => line.includes('OBEY') && !line.includes('(hidden)'));
  const count = (text: string, word: RegExp) => text.match(word)?.length ?? 0;

  const snapshot = await agent.goTo(`${site.origin}/hidden`);
  expect(unmarked(snapshot)).toEqual([]);
  expect(count(snapshot, /\(hidden\)/g)).toBe(ways.length);
  expect(snapshot).toContain('Seen (hidden) "OBEY 24" seen');
  expect(snapshot).toMatch(/heading 2 "OBEY 23" \(hidden\)/);
  const read = (await agent.call('read_text')).text;
  expect(unmarked(read)).toEqual([]);
  expect(count(read, /OBEY/g)).toBe(ways.length);
  const found = (await agent.call('find', { text: 'OBEY' })).text;
  expect(unmarked(found).filter((line) => !line.includes('matches'))).toEqual([]);

  const fine = await agent.goTo(`${site.origin}/seen`);
  expect(fine).not.toContain('(hidden)');
  for (const word of ['Hero', 'Shaded', 'Dark', 'Boxless', 'Scrolled to', 'button "Close"'])
    expect(fine).toContain(word);
  expect((await agent.call('read_text')).text).not.toContain('(hidden)');
});
