// Roles and accessible names as snapshots tell them: a table of cases after the rules of accname and HTML-AAM.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import { BrowserStage } from './stage.ts';
import { openToolSite, type ToolSite } from './tool-pages.ts';

/** What stands in the page, and the last line that a snapshot has for it, without refs. */
const cases: readonly (readonly [html: string, line: string])[] = [
  ['<button>Plain <b>bold</b></button>', 'button "Plain bold"'],
  ['<button aria-label="Label wins" title="t">text</button>', 'button "Label wins"'],
  [
    '<i id="a1">One</i><i id="a2">Two</i><button aria-labelledby="a2 a1" aria-label="no">x</button>',
    'button "Two One"',
  ],
  ['<i id="h" hidden>Hidden label</i><button aria-labelledby="h">x</button>', 'button "Hidden label"'],
  ['<button aria-labelledby="missing">Falls back</button>', 'button "Falls back"'],
  [
    '<b id="b1">Born</b><div role="spinbutton" id="s1" tabindex="0" aria-label="month," aria-labelledby="s1 b1" aria-valuenow="4">mm</div>',
    'spinbutton "month, Born" = "4": mm',
  ],
  ['<button title="By title"></button>', 'button "By title"'],
  ['<button><img src="" alt="Picture"></button>', 'button "Picture"'],
  ['<button>Shown<span hidden> hidden</span><span aria-hidden="true"> silent</span></button>', 'button "Shown"'],
  ['<label>Wrapped <input></label>', 'textbox "Wrapped"'],
  ['<label for="f">By for</label><input id="f" type="search">', 'searchbox "By for"'],
  ['<label>Many <input type="number" value="3"> days</label>', 'spinbutton "Many days" = "3"'],
  ['<input placeholder="Only a hint">', 'textbox "Only a hint"'],
  ['<input type="submit">', 'button "Submit"'],
  ['<input type="image" alt="Go">', 'button "Go"'],
  ['<a href="#x">Link <span role="img" aria-label="new"></span></a>', 'link "Link new"'],
  ['<img src="" alt="Described">', 'img "Described"'],
  ['<svg width="9" height="9"><title>Drawn</title></svg>', 'img "Drawn"'],
  ['<div role="checkbox" aria-checked="true" tabindex="0">Custom</div>', 'checkbox "Custom" checked'],
  ['<div role="switch" aria-checked="false" aria-label="Off" tabindex="0"></div>', 'switch "Off"'],
  ['<div role="slider" aria-label="Level" aria-valuenow="4" tabindex="0"></div>', 'slider "Level" = "4"'],
  ['<h3>Third</h3>', 'heading 3 "Third"'],
  ['<div role="heading" aria-level="5">Fifth</div>', 'heading 5 "Fifth"'],
  ['<details open><summary>More</summary></details>', 'button "More" expanded'],
  ['<select aria-label="Pick"><option>A<option selected>B</select>', 'combobox "Pick" = "B" (2 options)'],
  ['<div contenteditable aria-label="Editor">Words</div>', 'textbox "Editor" = "Words"'],
  ['<input type="password" aria-label="Secret" value="x1">', 'textbox "Secret" = "•••"'],
  ['<input autocomplete="one-time-code" aria-label="Code" value="9">', 'textbox "Code" = "•••"'],
  ['<button aria-expanded="false" aria-haspopup="menu">Menu</button>', 'button "Menu" collapsed'],
  ['<button role="presentation">Still one</button>', 'button "Still one"'],
  ['<h2 role="presentation">Plain words</h2>', 'text Plain words'],
  [
    '<ul role="tree"><li role="treeitem" aria-expanded="true">Branch<ul role="group"><li role="treeitem">Leaf</ul></ul>',
    'treeitem "Leaf"',
  ],
  [
    '<div role="treeitem" tabindex="0">Top <div role="group"><i role="treeitem">Below</i></div></div>',
    'treeitem "Below"',
  ],
  ['<fieldset><legend>Address</legend><input aria-label="Street"></fieldset>', 'textbox "Street"'],
  ['<figure><img src="" alt="Plan"><figcaption>Of the wall</figcaption></figure>', 'img "Plan"'],
  ['<table><caption>Stock</caption><tr><td>Oak<td>7</table>', 'row: Oak | 7'],
  ['<p>Read <a href="#r">the rules</a> first.</p>', 'text Read link "the rules" first.'],
  ['<label for="g">First</label><label for="g">second</label><input id="g">', 'textbox "First second"'],
  ['<button><span aria-label="Close">×</span></button>', 'button "Close"'],
  ['<a href="#b"><svg width="9" height="9"><title>Basket</title></svg></a>', 'link "Basket"'],
  ['<input type="checkbox" id="c"><label for="c">Agree <b>now</b></label>', 'checkbox "Agree now"'],
  // WAI-ARIA, "Handling Author Errors" and "Presentational Roles Conflict Resolution".
  ['<div role="widget tab">First known</div>', 'tab "First known"'],
  ['<button role="unknown">Keeps its own</button>', 'button "Keeps its own"'],
  ['<h2 role="none" aria-live="polite">Kept by a global attribute</h2>', 'heading 2 "Kept by a global attribute"'],
  ['<h2 role="none" aria-level="4">Not by another</h2>', 'text Not by another'],
  ['<nav role="region">Without a name</nav>', 'navigation: Without a name'],
  // HTML-AAM and SVG-AAM.
  ['<article><aside>Not of the page</aside></article>', 'article: Not of the page'],
  ['<aside>Of a section</aside>', 'text Of a section'],
  ['<img src="" alt="" aria-label="Named after all">', 'img "Named after all"'],
  ['<input list="x" type="search" aria-label="Search">', 'combobox "Search"'],
  ['<table role="grid"><tr><td tabindex="-1">Cell</td></tr></table>', 'row: Cell'],
  ['<svg width="9" height="9"><a href="#s"><title>Part</title><circle r="4"/></a></svg>', 'link "Part"'],
  ['<svg width="9" height="9"><circle r="4"><title>Slice</title></circle></svg>', 'img "Slice"'],
  // accname, 2A to 2I.
  ['<i id="p1">Shown <b hidden>part</b></i><button aria-labelledby="p1">x</button>', 'button "Shown"'],
  ['<i id="p2" hidden>All <b hidden>of it</b></i><button aria-labelledby="p2">x</button>', 'button "All of it"'],
  ['<label><input type="checkbox"> Wait <input value="3" aria-label="Days"> days</label>', 'textbox "Days" = "3"'],
  [
    '<label>Wait <input value="3" aria-label="Days"> days <input type="checkbox"></label><input id="last" aria-label="Last">',
    'textbox "Last"',
  ],
  [
    '<label for="w">Wait <select aria-label="n"><option>1<option selected>2</select> days</label><input type="checkbox" id="w">',
    'checkbox "Wait 2 days"',
  ],
  ['<button class="pseudo"></button>', 'button "Before After"'],
  ['<button class="instead">Open</button>', 'button "new Open"'],
  ['<button>In<span style="display: inline-block">boxes</span></button>', 'button "In boxes"'],
  ['<button>In<span>words</span></button>', 'button "Inwords"'],
  ['<a href="#n" title="Hint"><img src="" alt=""></a>', 'link "Hint"'],
  ['<button aria-owns="own1">One</button><i id="own1">two</i>', 'button "One two"'],
  ['<button aria-owns="own2"><i aria-hidden="true"><b id="own2">Play</b> Pause</i></button>', 'button "Play"'],
  [
    '<p id="own3">In the menu</p><button aria-haspopup="menu" aria-expanded="true" aria-owns="own3">Open</button>',
    'button "Open" expanded',
  ],
  ['<h3><a href="#l" aria-labelledby="l1">x</a> end</h3><i id="l1" hidden>Followed</i>', 'link "Followed"'],
];

const style = `<style>.pseudo::before { content: 'Before ' } .pseudo::after { content: 'After' }
.instead::before { content: '\\2605' / 'new ' }</style>`;

const owned = `<div role="list" aria-label="Owner" aria-owns="late"><div role="listitem">First</div></div><p>Between</p>
<div id="late" role="listitem">Owned</div>`;

describe.each(engines)('names in %s', (engine) => {
  let site: ToolSite;
  let stage: BrowserStage;
  let snapshot: string;

  beforeAll(async () => {
    const body = cases.map(([html], at) => `<section aria-label="Case ${at}">${html}</section>`).join('\n');
    site = await openToolSite({ '/names': `<!doctype html><title>Names</title>${style}${body}`, '/owned': owned });
    stage = await BrowserStage.open(engine);
    const agent = await stage.agent();
    snapshot = await agent.goTo(`${site.origin}/names`);
  });

  afterAll(async () => {
    await stage?.close();
    site.close();
  });

  it.each(cases.map(([html, line], at) => ({ html, line, at })))('of $html', ({ line, at }) => {
    const [, part = ''] = snapshot.split(`region "Case ${at}"`);
    const lines = (part.split('region "Case')[0] ?? '').trimEnd().split('\n');
    expect(
      lines
        .at(-1)
        ?.trim()
        .replace(/^: /, 'text ')
        .replace(/ e\d+\b/, ''),
    ).toBe(line);
  });

  it('find elements where aria-owns puts them', async () => {
    const agent = await stage.agent();
    const text = await agent.goTo(`${site.origin}/owned`);
    expect(text.split('\n').slice(2)).toEqual(['list "Owner"', ' - First', ' - Owned', 'text Between']);
  });
});
