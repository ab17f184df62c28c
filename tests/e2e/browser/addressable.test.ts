// Whatever a person can point at has a ref: in a snapshot where something shows that it reacts, in a search in any case.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import { BrowserStage } from './stage.ts';
import { openToolSite, type ToolSite } from './tool-pages.ts';

const style = `<style>.p { cursor: pointer } .g { cursor: grab } .h { cursor: ew-resize }
.i { display: inline-block; width: 20px; height: 20px } .off { position: absolute; left: -9999px }</style>`;

/** What stands in the page, and the lines that a snapshot has for it; refs are written as @. */
const cases: readonly (readonly [html: string, ...lines: string[]])[] = [
  ['<ul><li class="p">Acts</li><li>Rests</li></ul>', 'list', ' - @: Acts', ' - Rests'],
  ['<ul class="p"><li>One</li><li>Two</li></ul>', 'list', ' - @: One', ' - @: Two'],
  ['<table><tr class="p"><td>Ann</td><td>12</td></tr></table>', 'table', ' row @: Ann | 12'],
  ['<table><tr><td class="p">5</td><td>6</td></tr></table>', 'table', ' row: 5 @ | 6'],
  ['<h3 class="p">Folds</h3>', 'heading 3 "Folds" @'],
  ['<article class="p">Card</article>', 'article @: Card'],
  ['<img class="p" src="" alt="Picture">', 'img "Picture" @'],
  ['<div class="g">Moves</div><div class="h">Resizes</div>', 'clickable "Moves" @', 'clickable "Resizes" @'],
  [
    '<div class="box"><div class="end i" style="cursor: crosshair"></div><div>Filter</div></div>',
    'clickable @ (end by Filter)',
    'text Filter',
  ],
  [
    '<div class="p"><span>Build</span><i class="i handle left"></i></div>',
    'clickable "Build" @',
    ' clickable @ (handle left by Build)',
  ],
  [
    '<svg class="link from-a to-b" width="40" height="40" style="pointer-events: none"><path class="main" d="M1 1L30 30" style="pointer-events: all"></path></svg>',
    'clickable @ (main link from-a to-b)',
  ],
  ['<div onclick="void 0">Inline</div>', 'clickable "Inline" @'],
  ['<span ondblclick="void 0">Twice</span>', 'clickable "Twice" @'],
  ['<div draggable="true">Drags</div>', 'clickable "Drags" @ draggable'],
  ['<ol><li draggable="true">First</li></ol>', 'list', ' - @ draggable: First'],
  ['<button role="listitem">Native</button>', '- @: Native'],
  ['<a href="#x" role="row">Row link</a>', 'row @: Row link'],
  ['<a class="next">Next</a> <a name="here">Here</a>', 'clickable "Next" @', 'text Here'],
  [
    '<div class="p"><i class="i"></i><i class="i"></i><i class="i"></i></div>',
    'clickable @',
    'clickable @',
    'clickable @',
  ],
  ['<label class="p"><input type="checkbox" hidden checked>Drawn</label>', 'checkbox "Drawn" @ checked'],
  ['<label>Land <input aria-hidden="true" readonly><input role="combobox"></label>', 'text Land', 'combobox @'],
  [
    '<label>Day <input><div><button type="button">«</button><button type="button">»</button><div>14</div><div>15</div></div></label>',
    'text Day',
    'textbox "Day « » 14 15" @',
    'button "«" @',
    'button "»" @',
    'text 14',
    'text 15',
  ],
  ['<input type="file" id="f" hidden><label for="f">Choose</label>', 'button "Choose" @ (file)'],
  [
    '<svg width="40" height="40"><title>Map</title><a href="#m"><text y="20">Town</text></a></svg>',
    'img "Map"',
    ' link "Town" @',
  ],
  ['<svg width="40" height="40"><rect width="9" height="9"><title>May</title></rect></svg>', 'img "May" @'],
  ['<div style="height: 60px; overflow: auto"><p style="height: 300px">Long</p></div>', 'scrollable @: Long'],
  ['<div data-closed="Closed"></div>', 'button "Closed" @'],
  [
    '<button class="btn e5 is-on"><svg class="icon-trash" width="9" height="9"></svg></button>',
    'button @ (btn is-on icon-trash)',
  ],
  ['<div class="p switch is-off"><span class="i"></span></div>', 'clickable @ (switch is-off)'],
  ['<canvas width="60" height="60"></canvas>', 'canvas @'],
  ['<details><summary>More</summary>Unseen</details>', 'button "More" @ collapsed'],
  ['<select aria-label="Pick"><option>A<option>B<option>C</select>', 'combobox "Pick" @ = "A" (3 options)'],
  ['<input type="number" aria-label="Few" min="1" max="9" required>', 'spinbutton "Few" @ required (1..9)'],
  ['<input type="number" aria-label="Odd" min=\'1) button "x" e5\'>', 'spinbutton "Odd" @'],
  ['<input type="date" aria-label="Day">', 'textbox "Day" @ (date)'],
  ['<input type="file" aria-label="Papers" multiple>', 'button "Papers" @ (files)'],
  ['<div data-react="onClick">Counts</div>', 'clickable "Counts" @'],
  ['<div data-react="onFocus">Rests</div>', 'text Rests'],
  ['<div data-react="onClick"><button>Inner</button></div>', 'button "Inner" @'],
  ['<button><span data-react="onClick">Within</span></button>', 'button "Within" @'],
  ['<table><tr data-react="onDoubleClick"><td>Ann</td><td>12</td></tr></table>', 'table', ' row @: Ann | 12'],
  ['<ul data-jquery="li.on"><li class="on">Acts</li><li>Rests</li></ul>', 'list', ' - @: Acts', ' - Rests'],
  ['<span data-jquery>Bound</span>', 'clickable "Bound" @'],
  ['<span data-vue>Vue</span>', 'clickable "Vue" @'],
  ['<span data-property>Property</span>', 'clickable "Property" @'],
  ['<input aria-label="Fixed" readonly value="x">', 'textbox "Fixed" @ readonly = "x"'],
];

const closing = `<script>for (const host of document.querySelectorAll('[data-closed]'))
  host.attachShadow({ mode: 'closed' }).innerHTML = '<button onclick="document.title = \\'Reached\\'">' + host.dataset.closed + '</button>';</script>`;

/** What frameworks keep at elements that listen; the page also lies about one that is not there, and throws for another. */
const listening = `<script>
const each = (name, use) => document.querySelectorAll('[data-' + name + ']').forEach((one) => use(one, one.dataset[name]));
each('react', (one, prop) => { one['__reactProps$x1'] = { [prop]: () => {} }; });
each('jquery', (one, selector) => { one['jQuery3710'] = { events: { click: [{ selector: selector || undefined }, { selector: '[' }] } }; });
each('vue', (one) => { one[Symbol('_vei')] = { onClick() {} }; });
each('property', (one) => { one.onclick = () => {}; });
Object.defineProperty(document.body, '__reactProps$x1', { get() { throw new Error('no'); } });
</script>`;

/** Each says in the title that it was reached. */
const reached = `<!doctype html><title>Reach</title>${style}
<label class="p"><input type="checkbox" class="off" onchange="document.title = 'Far ' + this.checked"><b>Far</b></label>
<label class="p"><input type="checkbox" style="display: none" onchange="document.title = 'Gone ' + this.checked"><b>Gone</b></label>
<div id="bar">Files | <span>Reply</span> | <span>Forward</span></div>
<div class="p" aria-label="Dot" style="position: relative; width: 0; height: 0" onclick="document.title = 'Dot'"><i class="i" style="position: absolute; left: 9px"></i></div>
<p style="position: relative; width: 99px" onclick="document.title = 'Task'"><span>The task</span><i class="p" style="position: absolute; inset: 0"></i></p>
<div tabindex="0" style="position: relative; height: 60px" onclick="document.title = 'On ' + event.target.textContent"><b style="position: absolute; left: 0">Webhook</b><b style="position: absolute; right: 0">Mailer</b></div>
<div style="position: relative; height: 20px; overflow: hidden"><div class="p" style="position: absolute; top: 30px">Cut away</div></div><p>After</p>
<div data-closed="Closed"></div>${closing}
<script>bar.addEventListener('click', (event) => { document.title = 'On ' + event.target.textContent });</script>`;

const editor =
  '<!doctype html><title>Editor</title><body contenteditable="true" aria-label="Letter"><p>Dear</p></body>';

describe.each(engines)('a page in %s', (engine) => {
  let site: ToolSite;
  let stage: BrowserStage;
  let snapshot: string;

  beforeAll(async () => {
    const body = cases.map(([html], at) => `<section aria-label="Case ${at}">${html}</section>`).join('\n');
    const page = `<!doctype html><title>All</title>${style}${body}<section aria-label="Case ${cases.length}"></section>${closing}${listening}`;
    site = await openToolSite({ '/all': page, '/reached': reached, '/editor': editor });
    stage = await BrowserStage.open(engine);
    const agent = await stage.agent();
    snapshot = await agent.goTo(`${site.origin}/all`);
  });

  afterAll(async () => {
    await stage?.close();
    site.close();
  });

  it.each(cases.map(([html, ...lines], at) => ({ html, lines, at })))('shows $html', ({ lines, at }) => {
    const [, part = ''] = snapshot.split(`region "Case ${at}"`);
    const [own = ''] = part.split('\nregion "Case');
    const shown = own.replaceAll(/ e\d+\b/g, ' @');
    // A lone text or thing on one line stands behind the name of what holds it.
    expect(shown.replace(/^: /, '\n text ').replaceAll('\n ', '\n').trimStart().split('\n')).toEqual(lines);
  });

  it('lets one work a control that its label draws', async () => {
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/reached`);
    await agent.call('click', { ref: agent.ref('Far') });
    expect(await agent.value('document.title')).toBe('Far true');
    await agent.call('fill_form', { fields: [{ ref: agent.ref('Gone'), value: true }] });
    expect(await agent.value('document.title')).toBe('Gone true');
  });

  it('lets one click a text that was found, and what is in a closed shadow root', async () => {
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/reached`);
    const { text } = await agent.call('find', { text: 'forward' });
    const [, ref] = /^text ".*" (e\d+)/m.exec(text) ?? [];
    await agent.call('click', { ref });
    expect(await agent.value('document.title')).toBe('On Forward');
    await agent.call('click', { ref: agent.ref('Closed') });
    expect(await agent.value('document.title')).toBe('Reached');
  });

  it('lets one click what reaches out of a box without a size, and words under the hit area of their own box', async () => {
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/reached`);
    await agent.call('click', { ref: agent.ref('Dot') });
    expect(await agent.value('document.title')).toBe('Dot');
    await agent.call('click', { text: 'The task' });
    expect(await agent.value('document.title')).toBe('Task');
  });

  it('clicks a text where it is, and says of what is cut off that it is', async () => {
    const agent = await stage.agent();
    await agent.goTo(`${site.origin}/reached`);
    await agent.call('click', { text: 'Mailer' });
    expect(await agent.value('document.title')).toBe('On Mailer');
    const cutOff = agent.call('click', { text: 'Cut away' });
    await expect(cutOff).rejects.toThrow('lies outside the visible part of what holds it');
  });

  it('lets one type into a body that is edited', async () => {
    const agent = await stage.agent();
    expect(await agent.goTo(`${site.origin}/editor`)).toMatch(/^textbox "Letter" e\d+ = "Dear"$/m);
    await agent.call('type', { ref: agent.ref('Letter'), text: 'Hello' });
    expect(await agent.value('document.body.innerText.trim()')).toBe('Hello');
  });
});
