// What `type` does to a field: the events of a keyboard, fields whose value is picked, and the value read back.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export const typingPages = {
  '/typing': `<!doctype html><title>Typing</title><main>
<label>Search <input id="search"></label><ul aria-label="Hits"></ul>
<label>Opening <input onfocus="choices.hidden = false" onblur="choices.hidden = true"></label><div id="choices" role="listbox" aria-label="Choices" hidden><div role="option">One</div></div>
<label>Long <textarea id="long"></textarea></label>
<label>Digits <input id="digits"></label>
<div id="rich" contenteditable role="textbox" aria-label="Rich"></div>
<fieldset><input class="code" aria-label="Code 1"><input class="code" aria-label="Code 2"><input class="code" aria-label="Code 3"></fieldset>
<table><tr><td id="cell">Nine hundred</td></tr></table><div id="segment" contenteditable role="spinbutton" aria-label="Segment">mm</div>
<label>Day <input type="date" id="day"></label><label>Hour <input type="time" id="hour"></label><label>Month <input type="month" id="month"></label>
<label>Week <input type="week" id="week"></label><label>Start <input type="datetime-local" id="start"></label>
<label>Tint <input type="color" id="tint"></label><label>Level <input type="range" id="level" min="0" max="10"></label></main><script>
const log = [];
for (const type of ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'])
  addEventListener(type, (event) => log.push([type, event.key ?? event.data, event.code ?? '', event.keyCode ?? 0, event.shiftKey === true].join(' ').trim()), true);
// The old way of search-as-you-type.
search.addEventListener('keyup', () => {
  document.querySelector('ul').innerHTML = ['Alabama', 'Alaska', 'Utah'].filter((name) => name.startsWith(search.value)).map((name) => '<li>' + name).join('');
});
let hadFocus = false;
search.addEventListener('keydown', () => { hadFocus = document.hasFocus(); });
digits.addEventListener('keypress', (event) => { if (!/[0-9]/.test(String.fromCharCode(event.which))) event.preventDefault(); });
const codes = [...document.querySelectorAll('.code')];
for (const [at, code] of codes.entries()) code.addEventListener('input', () => codes[at + 1]?.focus());
// A grid's editor ends with its blur, which its own script causes.
const focusLog = [];
for (const type of ['focus', 'blur']) addEventListener(type, ({ target }) => { if (target.id) focusLog.push(type + ' ' + target.id); }, true);
cell.addEventListener('dblclick', () => {
  cell.innerHTML = '<input id="editor" aria-label="Cell editor">';
  editor.addEventListener('blur', () => { cell.textContent = editor.value; });
  editor.addEventListener('keydown', ({ key }) => { if (key === 'Enter') editor.blur(); });
  setTimeout(() => editor.focus());
});
// It draws what is typed later, by itself.
segment.addEventListener('beforeinput', (event) => { event.preventDefault(); setTimeout(() => { segment.textContent += event.data; }); });
</script>`,
  '/pressing': `<!doctype html><title>Pressing</title><main><button id="step">Step</button> <span id="spot"><button>Redraw</button></span>
<button id="more">More</button> <input id="amount" aria-label="Amount" value="1"></main><script>
const log = [];
// Drawn after the press, as frameworks do; the click acts only on what was drawn.
step.addEventListener('pointerdown', () => queueMicrotask(() => { step.dataset.isDrawn = 'yes'; }));
step.addEventListener('click', () => log.push('step ' + step.dataset.isDrawn));
spot.addEventListener('pointerdown', () => queueMicrotask(() => { spot.innerHTML = '<button>Redraw</button>'; }));
spot.addEventListener('click', () => log.push('redraw'));
// A spin button leaves the focus in its field.
more.addEventListener('focus', () => amount.focus());
amount.addEventListener('blur', () => log.push('blur'));
</script>`,
  '/letter': `<!doctype html><title>Letter</title><button id="bold">Bold</button><iframe id="letter"></iframe><script>
const inner = letter.contentDocument;
inner.write('<!doctype html><body contenteditable><p>Dear Ada');
inner.close();
// An editor prepares itself, and the focus goes back to where it was.
inner.body.focus();
bold.focus();
const log = [];
inner.addEventListener('focus', ({ target }) => log.push(target.localName), true);
</script>`,
};

export function typingSuite(scene: Scene): void {
  const type = (name: string, text: string, more = {}) =>
    scene.agent.call('type', { ref: scene.agent.ref(name), text, ...more });
  const valueIn = (id: string) => scene.agent.value(`document.getElementById('${id}').value`);

  it('types key by key, with the events of a keyboard', async () => {
    await scene.at('/typing');
    await type('Search', 'a(Ω');
    const key = (char: string, code: string, keyCode: number, isShifted: boolean) => [
      `keydown ${char} ${code} ${keyCode} ${isShifted}`,
      `keypress ${char} ${code} ${char.charCodeAt(0)} ${isShifted}`,
      `beforeinput ${char}  0 false`,
      `input ${char}  0 false`,
      `keyup ${char} ${code} ${keyCode} ${isShifted}`,
    ];
    expect(await scene.agent.value('log')).toEqual([
      ...key('a', 'KeyA', 65, false),
      ...key('(', 'Digit9', 57, true),
      ...key('Ω', '', 0, false),
    ]);
    expect((await type('Search', 'Al')).facts.changes).toContainEqual(expect.stringContaining('Alabama'));
    await type('Digits', '1a2-3');
    expect(await valueIn('digits')).toBe('123');
    await type('Code 1', '123');
    expect(await scene.agent.value('codes.map(({ value }) => value)')).toEqual(['1', '2', '3']);
    // What the page has taken is not inserted as well.
    await scene.agent.call('click', { ref: scene.agent.ref('Segment') });
    await scene.agent.call('press_key', { key: '2' });
    expect(await scene.agent.value("document.getElementById('segment').textContent")).toBe('mm2');
  });

  it('gives the focus with its events, in the background too', async () => {
    await scene.at('/typing');
    // Also for a focus that scripts of the page move.
    await scene.agent.call('click', { text: 'Nine hundred', double: true });
    for (const key of ['4', '5', 'Enter']) await scene.agent.call('press_key', { key });
    const seen = "[document.getElementById('cell').textContent, focusLog]";
    expect(await scene.agent.value(seen)).toEqual(['45', ['focus editor', 'blur editor']]);
    const opened = await scene.agent.call('click', { ref: scene.agent.ref('Opening') });
    expect(opened.facts.changes).toContainEqual(expect.stringContaining('+ listbox "Choices"'));
    expect((await type('Search', 'x')).facts.changes).toContainEqual(expect.stringContaining('- listbox "Choices"'));
    expect((await type('Opening', 'x')).facts.changes).toContainEqual(expect.stringContaining('+ listbox "Choices"'));
    // Editors take no input where the page says that it has no focus; afterwards the page is as it was.
    expect(await scene.agent.value("[hadFocus, Object.hasOwn(document, 'hasFocus')]")).toEqual([true, false]);
    const isNative = "['focus', 'blur'].every((name) => /native code/.test(HTMLElement.prototype[name]))";
    expect(await scene.agent.value(isNative)).toBe(true);
  });

  it('lets the page draw and move the focus between the press and the release of a click', async () => {
    await scene.at('/pressing');
    for (const name of ['Step', 'Redraw', 'More']) await scene.agent.call('click', { ref: scene.agent.ref(name) });
    // Chromium's own mouse clicks nothing where what was pressed is gone.
    const redrawn = scene.hands === 'chromium' ? [] : ['redraw'];
    expect(await scene.agent.value('[document.activeElement.id, ...log]')).toEqual(['amount', 'step yes', ...redrawn]);
  });

  it('moves the focus into the text of a frame, with its events, and keys go there', async () => {
    const ref = /textbox (e\d+)/.exec(await scene.at('/letter'))?.[1];
    await scene.agent.call('click', { ref });
    expect(await scene.agent.value('[document.activeElement.id, log.includes("body")]')).toEqual(['letter', true]);
    await scene.agent.call('press_key', { key: 'a', modifiers: ['Control'] });
    expect(await scene.agent.value('String(inner.getSelection()).trim()')).toBe('Dear Ada');
  });

  it('writes lines without Enter, and long texts at once', async () => {
    await scene.at('/typing');
    await type('Long', 'Two\nlines');
    expect(await valueIn('long')).toBe('Two\nlines');
    expect(await scene.agent.value("log.some((line) => line.includes('Enter'))")).toBe(false);
    const long = 'A long story. '.repeat(100);
    await scene.agent.value('log.length = 0');
    await type('Long', long);
    expect(await valueIn('long')).toBe(long);
    expect(await scene.agent.value("log.filter((line) => line.startsWith('input')).length")).toBe(1);
    await type('Rich', 'Hello World');
    await type('Rich', ' and all', { append: true });
    expect(await scene.agent.value("document.getElementById('rich').textContent")).toBe('Hello World and all');
  });

  it('sets what people pick, and says the form of what a field refuses', async () => {
    await scene.at('/typing');
    for (const [name, value] of [
      ['Day', '2026-12-31'],
      ['Hour', '09:30'],
      ['Start', '2026-12-31T09:30'],
      ['Tint', '#ff8800'],
      ['Level', '7'],
      ['Month', '2026-12'],
      ['Week', '2026-W52'],
    ] as const) {
      const { facts } = await type(name, value);
      expect(facts.targetNow).toContain(`= "${value}"`);
    }
    for (const [name, value, form] of [
      ['Day', '31.12.2026', '2026-12-31'],
      ['Hour', 'noon', '23:59'],
      ['Tint', 'orange', '#rrggbb'],
      ['Level', '11', 'from 0 to 10'],
    ] as const) {
      await expect(type(name, value)).rejects.toMatchObject({
        code: 'ERR_INPUT_INVALID',
        message: expect.stringContaining('does not accept'),
        hint: expect.stringContaining(form),
      });
    }
    expect([await valueIn('day'), await valueIn('tint'), await valueIn('level')]).toEqual([
      '2026-12-31',
      '#ff8800',
      '7',
    ]);
  });
}
