// Drags as hands do them: in steps with time between them, onto, beside and by some pixels, in both ways that pages know.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export const draggingPages = {
  '/dragging': `<!doctype html><title>Dragging</title><main><p id="p">Ready</p>
<ul id="list" style="width: 200px"><li>One<li>Two<li>Three</ul>
<article id="story">The quick <b>brown
 fox</b> jumps.</article><textarea aria-label="Note">Buy milk today</textarea>
<div id="knob" style="cursor: grab; position: absolute; left: 300px; top: 80px; width: 40px; height: 40px; background: #ccc">Knob</div></main><script>
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
story.onmouseup = () => { p.textContent = 'Selected ' + getSelection(); };
knob.onpointerdown = ({ clientX: x, clientY: y }) => {
  let moves = 0;
  document.onpointermove = (event) => { moves += 1; knob.style.translate = (event.clientX - x) + 'px ' + (event.clientY - y) + 'px'; };
  document.onpointerup = (event) => { document.onpointermove = null; p.textContent = 'Knob by ' + Math.round(event.clientX - x) + ', ' + Math.round(event.clientY - y) + (moves > 3 ? ' in steps' : ''); };
};</script>`,
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

  it('selects a part of a text, over its elements, and in a field', async () => {
    await scene.at('/dragging');
    const story = await refOf('jumps');
    const { text } = await scene.agent.call('select_text', { ref: story, text: 'quick brown fox' });
    expect(text).toContain('Selected quick brown fox');
    await scene.agent.call('select_text', { ref: scene.agent.ref('Note'), text: 'milk' });
    const selected =
      'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';
    expect(await scene.agent.value(selected)).toBe('milk');
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
}
