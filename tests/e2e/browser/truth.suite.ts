// Replies say what happened: values read back, files by their names, windows that close, pages that do not come.
import { expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import type { Scene } from './scene.ts';

export const truthPages = {
  '/truth': `<!doctype html><title>Truth</title><main><p id="p">Ready</p>
<label>Short <input maxlength="3"></label><label>Stubborn <input id="stubborn" value="mine" oninput="this.value = 'mine'"></label>
<label>Phone <input oninput="this.value = this.value.replace(/(\\d{3})(?=\\d)/g, '$1 ')"></label>
<label>Colour <select id="colour"><option>Red<option>Green</select></label>
<label>Sizes <select onchange="this.value = 'S'"><option>S<option>L</select></label>
<div role="slider" tabindex="0" aria-label="Drawn" aria-valuenow="2">2</div>
<label>Papers <input type="file" multiple></label><label>Taken <input type="file" onchange="this.value = ''"></label>
<button onclick="one.click()">Choose</button><input id="one" type="file" hidden onchange="p.textContent = 'Got ' + this.files[0].name">
<button onclick="setTimeout(() => fading.style.opacity = 1, 1500)">Fade in</button><div id="fading" style="opacity: 0"><span>Faded text</span></div>
<button onclick="window.open('/closing')">Pop up</button><p>A line to <b onclick="">select</b></p>
<div ondragover="event.preventDefault()" ondrop="event.preventDefault(); p.textContent = 'Dropped ' + event.dataTransfer.files[0].name">Drop here</div></main>
<script>const seen = [];
for (const type of ['pointerdown', 'mousedown', 'focus', 'mouseup', 'click', 'input', 'change'])
  colour.addEventListener(type, () => seen.push(type));</script>`,
  '/closing': '<!doctype html><title>Closing</title><button onclick="window.close()">Allow</button>',
};

export function truthSuite(scene: Scene): void {
  const on = (tool: string, name: string, args: object = {}) =>
    scene.agent.call(tool, { ref: scene.agent.ref(name), ...args });

  it('reads back what fields hold, and says where that is not what was given', async () => {
    await scene.at('/truth');
    const untaken = /^(e\d+) does not hold what was given\.$/m;
    expect((await on('type', 'Short', { text: 'abcdef' })).text).toMatch(untaken);
    expect((await on('type', 'Stubborn', { text: 'yours' })).text).toMatch(untaken);
    expect((await on('select_option', 'Sizes', { values: ['L'] })).text).toMatch(untaken);
    const fields = [
      { ref: scene.agent.ref('Short'), value: 'ab' },
      { ref: scene.agent.ref('Stubborn'), value: 'his' },
    ];
    expect((await scene.agent.call('fill_form', { fields })).facts.note).toBe(
      `${scene.agent.ref('Stubborn')} does not hold what was given.`,
    );
    expect((await on('type', 'Phone', { text: '123456' })).text).not.toMatch(untaken);
    const drawn = { ref: scene.agent.ref('Drawn'), value: '4' };
    await expect(scene.agent.call('fill_form', { fields: [drawn] })).rejects.toMatchObject({
      hint: 'Press ArrowRight, ArrowLeft, Home or End on it, or drag it.',
    });
    expect((await on('select_option', 'Colour', { values: ['Green'] })).text).not.toMatch(untaken);
  });

  it('presses a list before it chooses', async () => {
    await scene.at('/truth');
    await on('select_option', 'Colour', { values: ['Green'] });
    expect(await scene.agent.value('seen')).toEqual([
      ...['pointerdown', 'mousedown', 'focus', 'mouseup', 'click', 'input', 'change'],
    ]);
  });

  it('names the files that a page got, and gives them to the field that asked', async () => {
    await scene.at('/truth');
    const files = [
      { name: 'a.txt', text: 'A' },
      { name: 'b.txt', text: 'B' },
    ];
    const both = await on('upload', 'Papers', { files });
    expect(both.text).toContain('Uploaded "a.txt", "b.txt" to');
    expect(both.facts.targetNow).toContain('= "a.txt, b.txt"');
    const taken = await on('upload', 'Taken', { files: files.slice(0, 1) });
    expect(taken.text).toContain('Uploaded "a.txt" to');
    expect(taken.text).not.toContain('Nothing changed');
    await on('click', 'Choose');
    const { facts } = await scene.agent.call('upload', { files: files.slice(0, 1) });
    expect(JSON.stringify(facts.changes)).toContain('Got a.txt');
  });

  it('drops files on an area that takes them, and says which does not', async () => {
    await scene.at('/truth');
    const files = [{ name: 'a.txt', text: 'A' }];
    const dropped = on('upload', 'Drop here', { files });
    if (scene.ways.dropsFiles) expect(JSON.stringify((await dropped).facts.changes)).toContain('Dropped a.txt');
    else await expect(dropped).rejects.toThrow('takes dropped files only');
    await expect(on('upload', 'Fade in', { files })).rejects.toThrow('takes no files');
  });

  it('selects a line by three clicks, and says of a click on what is as before that nothing changed', async () => {
    await scene.at('/truth');
    await on('click', 'select', { triple: true });
    expect(await scene.agent.value('getSelection().toString().trim()')).toBe('A line to select');
    await on('click', 'Short');
    expect((await on('click', 'Short')).text).toContain('Nothing changed.');
  });

  it('waits for text until it can be seen', async () => {
    await scene.at('/truth');
    const soon = await scene.agent.call('wait_for', { text: 'faded text', waitMs: 200 });
    expect(soon.facts.met).toBe(false);
    expect((await scene.agent.call('wait_for', { gone: 'faded text', waitMs: 200 })).facts.met).toBe(true);
    await scene.agent.call('evaluate', { expression: 'fading.style.opacity = 1' });
    expect((await scene.agent.call('wait_for', { text: 'faded text' })).facts.met).toBe(true);
  });

  it('says that a window closed itself', async () => {
    await scene.at('/truth');
    if (!scene.ways.opensPopUps) return;
    const { facts } = await on('click', 'Pop up');
    const [popUp] = [facts.openedTabs].flat();
    const { text } = await scene.agent.call('snapshot', { tabId: popUp });
    const [, ref] = /"Allow" (e\d+)/.exec(text) ?? [];
    const startedAt = Date.now();
    const closed = await scene.agent.call('click', { tabId: popUp, ref });
    expect(closed.text).toContain(`The page closed its tab ${String(popUp)}.`);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });

  it('says at once that a page did not come', async () => {
    await scene.at('/truth');
    for (const port of [1, await freePort()]) {
      const startedAt = Date.now();
      await expect(scene.agent.call('navigate', { url: `http://127.0.0.1:${port}/` })).rejects.toThrow(
        'PAGE_LOAD_FAILED',
      );
      expect(Date.now() - startedAt).toBeLessThan(3_000);
    }
  });
}
