// What libraries draw in their own way: lines of drawings, fields without text, words for the eye alone.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export const unfamiliarPages = {
  '/drawn': `<!doctype html><title>Drawn</title><main><p id="p">Ready</p>
<svg width="200" height="100" style="display: block"><g role="group" aria-label="Upright" onclick="p.textContent = 'Upright clicked'" tabindex="0"><path d="M 40 10 L 40 90" stroke="black" stroke-width="6" fill="none"></path></g>
<line id="level" role="button" aria-label="Level" x1="60" y1="50" x2="190" y2="50" stroke="black" stroke-width="6" onclick="p.textContent = 'Level clicked'"></line></svg>
<label>Arrival <input id="arrival" readonly value="1 May"></label>
<div role="combobox" aria-label="House" tabindex="0" aria-expanded="false" style="width: 100px">Choose</div>
<div id="box" style="position: relative; width: 200px; height: 30px" onclick="p.textContent = 'Town opened'"><input role="combobox" aria-label="Town" readonly style="width: 100%; height: 30px"><div style="position: absolute; inset: 0; background: #fff">Any town</div></div>
<div style="position: relative; height: 40px"><button>Under</button><div style="position: absolute; inset: 0; background: #eee"></div></div>
<label><input id="again" type="checkbox" role="switch" aria-label="Again?"></label><div aria-hidden="true"><span onclick="p.textContent = 'Chose no'">Nope</span> <span onclick="p.textContent = 'Chose yes'">Yep</span></div>
<div contenteditable="true" role="textbox" aria-label="Notes"><p onclick="p.textContent = 'In the editor'">What <b>to</b> bring</p><p>Food</p></div>
<input aria-label="Phone" onfocus="draw(this)"><input aria-label="Fax" onfocus="draw(this)"><ul><li><button>4</button></li><li><button>14</button></li></ul></main><script>
// As frameworks that draw after the event: the mask comes when the focus is there, and takes what was typed before it.
const draw = (field) => { if (field.dataset.drawn === undefined) queueMicrotask(() => { field.dataset.drawn = 1; field.value = '+__ ___'; field.select(); }); };
again.indeterminate = true;
let clicks = 0;
// A switch that nobody has set goes to No first.
again.onclick = () => { clicks += 1; const isOn = clicks > 1; setTimeout(() => { again.checked = isOn; }); again.checked = isOn; };
</script>`,
  '/drawn-words': `<!doctype html><title>Drawn words</title><p id="p">Ready</p>
<div aria-hidden="true">${Array.from({ length: 30 }, (_, at) => `<span>Row of ${at}</span> `).join('')}<span onclick="p.textContent = 'The whole'">Row</span></div>`,
};

export function unfamiliarSuite(scene: Scene): void {
  const shown = () => scene.agent.value('p.textContent');

  it('clicks upright and level lines of a drawing', async () => {
    await scene.at('/drawn');
    for (const name of ['Upright', 'Level']) {
      await scene.agent.call('click', { ref: scene.agent.ref(name) });
      expect(await shown()).toBe(`${name} clicked`);
    }
  });

  it('says what to do with a field that takes no text', async () => {
    await scene.at('/drawn');
    const fill = scene.agent.call('fill_form', { fields: [{ field: 'Arrival', value: '2 May' }] });
    await expect(fill).rejects.toThrow(/e\d+ is read-only: click it to open its picker\./);
    const select = scene.agent.call('select_option', { field: 'House', values: ['Mill'] });
    await expect(select).rejects.toThrow(/e\d+ is not a select element\./);
  });

  it('clicks a list through what is drawn over it, and gives other covers a ref', async () => {
    await scene.at('/drawn');
    await scene.agent.call('click', { ref: scene.agent.ref('Town') });
    expect(await shown()).toBe('Town opened');
    const covered = scene.agent.call('click', { ref: scene.agent.ref('Under') });
    await expect(covered).rejects.toThrow(/covered by <div> e\d+/);
  });

  it('finds words that are shown to the eye alone, and those of an editor', async () => {
    await scene.at('/drawn');
    expect((await scene.agent.call('find', { text: 'Yep' })).text).toMatch(/text "?Yep"? e\d+/);
    await scene.agent.call('click', { text: 'Yep' });
    expect(await shown()).toBe('Chose yes');
    await scene.agent.call('click', { text: 'What to bring' });
    expect(await shown()).toBe('In the editor');
  });

  it('counts all of them, and takes the one that has the text as a whole', async () => {
    await scene.at('/drawn-words');
    expect((await scene.agent.call('find', { text: 'Row' })).facts.total).toBe(31);
    await scene.agent.call('click', { text: 'Row' });
    expect(await shown()).toBe('The whole');
  });

  it('tells what is neither checked nor not, and checks it', async () => {
    expect(await scene.at('/drawn')).toMatch(/switch "Again\?" e\d+ mixed/);
    await scene.agent.call('fill_form', { fields: [{ field: 'Again?', value: true }] });
    expect(await scene.agent.value('[again.checked, clicks]')).toEqual([true, 2]);
  });

  it('fills a field that draws a mask when it gets the focus', async () => {
    await scene.at('/drawn');
    await scene.agent.call('type', { field: 'Phone', text: '49 151' });
    await scene.agent.call('fill_form', { fields: [{ field: 'Fax', value: '49 152' }] });
    const values = "[...document.querySelectorAll('[data-drawn]')].map(({ value }) => value)";
    expect(await scene.agent.value(values)).toEqual(['49 151', '49 152']);
  });

  it('finds by a pattern for a whole name', async () => {
    await scene.at('/drawn');
    const { facts } = await scene.agent.call('find', { text: '^4$', regex: true });
    expect(facts.total).toBe(1);
  });
}
