// Drags as hands do them: in steps with time between them, onto, beside and by some pixels, in both ways that pages know.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export const draggingPages = {
  '/dragging': `<!doctype html><title>Dragging</title><main><p id="p">Ready</p>
<ul id="list" style="width: 200px"><li>One<li>Two<li>Three</ul>
<article id="story">The quick <b>brown
 fox</b> jumps.</article><textarea aria-label="Note">Buy milk today</textarea>
<div id="knob" style="cursor: grab; position: absolute; left: 300px; top: 80px; width: 40px; height: 40px; background: #ccc">Knob</div>
<div id="heavy" style="cursor: grab; position: absolute; left: 400px; top: 80px; width: 60px; height: 40px; background: #ddd">Heavy</div>
<div id="still" style="cursor: grab; width: 120px">Still</div>
<svg width="200" height="30" id="drawing"><rect id="bar" style="cursor: move" width="60" height="20"></rect></svg>
<div style="position: relative; width: 120px"><div style="cursor: grab">Under</div><div style="position: absolute; inset: 0; background: #fff">Over it</div></div></main><script>
let dragged, isStarted = false;
for (const item of list.children) {
  item.style.padding = '10px';
  // As libraries do: draggable from the press on, and ready a moment after the start.
  item.onmousedown = () => { item.draggable = true; };
  item.ondragstart = ({ dataTransfer }) => { dragged = item; dataTransfer.setData('text/plain', item.textContent.trim()); setTimeout(() => { isStarted = true; }); };
  item.ondragover = (event) => {
    event.preventDefault();
    if (!isStarted || item === dragged) return;
    const { top, height } = item.getBoundingClientRect();
    item[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
  };
}
list.ondrop = ({ dataTransfer }) => { p.textContent = 'Dropped ' + dataTransfer.getData('text/plain') + ': ' + [...list.children].map(({ textContent }) => textContent.trim()); };
bar.onmousedown = ({ clientX: x }) => {
  document.onmousemove = (event) => { bar.setAttribute('width', 60 + event.clientX - x); };
  document.onmouseup = () => { document.onmousemove = null; };
};
story.onmouseup = () => { p.textContent = 'Selected ' + getSelection(); };
// As libraries that must be held, and that a move before gives up.
heavy.onpointerdown = ({ clientX: x }) => {
  let isReady = false;
  const timer = setTimeout(() => { isReady = true; }, 300);
  document.onpointermove = () => { if (!isReady) { clearTimeout(timer); document.onpointermove = null; } };
  document.onpointerup = ({ clientX }) => { document.onpointermove = document.onpointerup = null; p.textContent = isReady ? 'Carried by ' + Math.round(clientX - x) : 'Not held'; };
};
knob.onpointerdown = ({ clientX: x, clientY: y }) => {
  let moves = 0;
  document.onpointermove = (event) => { moves += 1; knob.style.translate = (event.clientX - x) + 'px ' + (event.clientY - y) + 'px'; };
  document.onpointerup = (event) => { document.onpointermove = document.onpointerup = null; p.textContent = 'Knob by ' + Math.round(event.clientX - x) + ', ' + Math.round(event.clientY - y) + (moves > 3 ? ' in steps' : ''); };
};</script>`,
  '/sorting': `<!doctype html><title>Sorting</title><main><p id="p">Ready</p>
<div id="list" style="width: 200px; user-select: none"><div>One</div><div>Two</div><div>Three</div><div>Four</div></div>
<div id="stubborn" style="width: 200px"><div>Red</div><div>Green</div><div>Blue</div></div></main><script>
for (const item of document.querySelectorAll('#list > div, #stubborn > div')) { item.style.cssText = 'cursor: grab; height: 30px; padding: 6px'; }
// As lists that sort while one drags: the item goes one place further each time it comes over another one.
let dragged, last, entered;
list.onpointerdown = ({ target }) => { dragged = target; last = undefined; entered = new Set(); };
onpointermove = ({ clientX, clientY }) => {
  if (dragged === undefined) return;
  const over = document.elementFromPoint(clientX, clientY);
  if (over?.parentElement !== list || over === last) return;
  last = over;
  if (over === dragged) return;
  over[entered.has(over) ? 'before' : 'after'](dragged);
  entered.add(over);
};
onpointerup = () => { dragged = undefined; p.textContent = [...list.children].map(({ textContent }) => textContent).join(); };
stubborn.onpointerup = () => { stubborn.append(stubborn.firstElementChild); };
</script>`,
};

export function draggingSuite(scene: Scene): void {
  const refOf = async (text: string) => / (e\d+)/.exec((await scene.agent.call('find', { text })).text)?.[1] ?? '';

  it('drops an item beside another one, in a list that is made draggable by the press', async () => {
    await scene.at('/dragging');
    const [one, two, three] = [await refOf('One'), await refOf('Two'), await refOf('Three')];
    const { text } = await scene.agent.call('drag', { ref: one, toRef: three, at: 'after' });
    expect(text).toContain(`Dragged ${one} after ${three}.`);
    expect(text).toContain('Dropped One: Two,Three,One');
    await scene.agent.call('drag', { ref: three, toRef: two, at: 'before' });
    expect(await scene.agent.value('p.textContent')).toBe('Dropped Three: Three,Two,One');
  });

  it('lands beside an item in a list that sorts while it is dragged', async () => {
    await scene.at('/sorting');
    const [two, four] = [await refOf('Two'), await refOf('Four')];
    const { text } = await scene.agent.call('drag', { ref: four, toRef: two, at: 'before' });
    expect(await scene.agent.value('p.textContent')).toBe('One,Four,Two,Three');
    expect(text).toContain(`Dragged ${four} before ${two}.`);
  });

  it('says where an item lies that did not land where it should', async () => {
    await scene.at('/sorting');
    const [red, blue] = [await refOf('Red'), await refOf('Blue')];
    const after = await scene.agent.call('drag', { ref: red, toRef: blue, at: 'before' });
    expect(after.text).toContain(`Dragged ${red}, but it is now after ${blue}.`);
    const apart = await scene.agent.call('drag', { ref: blue, toRef: await refOf('Green'), at: 'after' });
    expect(apart.text).toMatch(/Dragged e\d+, but it is not directly after e\d+\./);
  });

  it('selects a part of a text, over its elements, and in a field', async () => {
    await scene.at('/dragging');
    const story = await refOf('jumps');
    const { text } = await scene.agent.call('select_text', { ref: story, text: 'quick brown fox' });
    expect(text).toContain('Selected quick brown fox');
    await scene.agent.call('select_text', { ref: scene.agent.ref('Note'), text: 'milk' });
    const selected =
      'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';
    expect(await scene.agent.value(selected)).toBe('milk');
    const many = await scene.agent.call('select_text', { ref: scene.agent.ref('Note'), text: 'y' });
    expect(many.text).toContain('It has this text 2 times; the first one is selected.');
    const missing = scene.agent.call('select_text', { ref: story, text: 'slow' });
    await expect(missing).rejects.toThrow('does not contain this text');
  });

  it('drags by some pixels', async () => {
    await scene.at('/dragging');
    const { text } = await scene.agent.call('drag', { ref: scene.agent.ref('Knob'), dx: 120, dy: 30 });
    expect(text).toContain('Knob by 120, 30 in steps');
    const nowhere = scene.agent.call('drag', { ref: scene.agent.ref('Knob') });
    await expect(nowhere).rejects.toThrow('drag needs toRef, or dx and dy.');
  });

  it('holds what a page carries only after a while', async () => {
    await scene.at('/dragging');
    const { text } = await scene.agent.call('drag', { ref: scene.agent.ref('Heavy'), dx: 50 });
    expect(text).toContain('Carried by 50');
  });

  it('says where the element is now, and that nothing happened where nothing did', async () => {
    await scene.at('/dragging');
    const knob = await scene.agent.call('drag', { ref: scene.agent.ref('Knob'), dx: 20, dy: 10 });
    expect(knob.text).toContain('~ moved by 20, 10 px');
    const still = await scene.agent.call('drag', { ref: scene.agent.ref('Still'), dx: 40 });
    expect(still.text).toMatch(/Dragged e\d+ by 40, 0 px\. Nothing changed\./);
    const bar = /clickable (e\d+) \(bar\)/.exec((await scene.agent.call('snapshot')).text)?.[1] ?? '';
    expect((await scene.agent.call('drag', { ref: bar, dx: 40 })).text).toContain('~ size 60 × 20 → 100 × 20 px');
  });

  it('does not drag what is covered', async () => {
    await scene.at('/dragging');
    const covered = scene.agent.call('drag', { ref: scene.agent.ref('Under'), dx: 40 });
    await expect(covered).rejects.toThrow('is covered by another element');
  });
}
