// Where the pointer lands: pages are scrolled only where they must be, as a person could, and no click goes elsewhere.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';
import { refOf } from './stage.ts';

export const reachingPages = {
  '/rows': `<!doctype html><title>Rows</title><main><p id="p">Ready</p><button id="menu">Menu</button>
<iframe srcdoc="<button onkeydown='q.textContent = &quot;Key &quot; + event.key'>Inner</button><p id=q>Quiet</p>"></iframe>
<div id="rows" style="height: 200px; overflow: auto"><div id="all" style="height: 20000px; position: relative"></div></div></main><script>
const draw = () => { const first = Math.floor(rows.scrollTop / 20); all.innerHTML = Array.from({ length: 10 }, (_, n) => '<div style="position: absolute; top: ' + (first + n) * 20 + 'px">Row ' + (first + n) + '</div>').join(''); };
rows.onscroll = draw; draw();
let last;
menu.onmousemove = ({ clientX: x, clientY: y, timeStamp }) => {
  if (last !== undefined && timeStamp - last.timeStamp < 300 && Math.abs(x - last.x) < 2 && Math.abs(y - last.y) < 2) p.textContent = 'A mouse';
  last = { x, y, timeStamp };
};</script>`,
  '/ways': `<!doctype html><title>Ways</title><body>${['Tools', 'Between', 'Submenu']
    .map((name, at) => `<button style="position: absolute; left: ${at * 200}px">${name}</button>`)
    .join('')}<script>
const ways = new Set(); let last = 0;
onmousemove = ({ clientX: x }) => { if (x !== last) ways.add(x > last ? 'right' : 'left'); last = x; };</script>`,
  '/redrawn': `<!doctype html><title>Redrawn</title><main><p id="p">Ready</p><div id="app"></div><script>
const draw = (about, names) => { app.innerHTML = '<div>' + about + names.map((name) => '<button>' + name + '</button>').join('') + '</div>'; };
onclick = ({ target }) => { if (target.localName === 'button') p.textContent = 'Pressed ' + target.textContent; };
draw('Alice', ['Open', 'Like', 'Like']);</script>`,
  '/opening': `<!doctype html><title>Opening</title><main><p id="p">Ready</p><input type="file" hidden onchange="p.textContent = 'Got ' + this.files[0].name">
<button onclick="const one = document.createElement('button'); one.textContent = 'Later'; one.disabled = true; one.onclick = () => { p.textContent = 'Later pressed'; }; document.body.append(one); const start = performance.now(); const id = setInterval(() => { if (performance.now() < start + 300) return; one.disabled = false; clearInterval(id); }, 50);">Open</button></main>`,
  '/reaching': `<!doctype html><title>Reaching</title><style>body { margin: 0 } button { display: block }</style><main><p id="p">Ready</p>
<button onclick="p.textContent = 'Near ' + scrollY">Near</button>
<div id="map" style="position: relative; width: 300px; height: 200px; overflow: hidden; background: #eee">
<div style="width: 1000px; height: 1000px"></div><button style="position: absolute; left: 250px; top: 150px; width: 200px" onclick="p.textContent = 'Pin ' + map.scrollLeft">Pin</button>
<button style="position: absolute; left: 600px; top: 600px" onclick="p.textContent = 'Off'">Off map</button></div>
<div id="box" style="width: 300px; height: 100px; overflow: auto"><div style="height: 600px"></div><button onclick="p.textContent = 'Boxed'">Boxed</button></div>
<div style="position: relative; height: 40px"><button onclick="p.textContent = 'Wrong'">Covered</button><div id="cover" role="dialog" aria-label="Cover" style="position: absolute; inset: 0; background: #fff"></div></div>
<label style="display: inline-block; padding: 10px">Drawn <input type="checkbox" style="display: none" onchange="p.textContent = 'Drawn ' + this.checked"></label>
<div id="select" style="cursor: pointer; position: relative; width: 200px; height: 30px" onclick="p.textContent = 'Opened'"><div><input role="combobox" aria-label="Town" readonly style="width: 100%; height: 30px; cursor: pointer"></div><span style="position: absolute; inset: 0; line-height: 30px">Choose a town</span></div>
<div id="drawn" style="height: 2500px"></div>
<button onclick="p.textContent = 'Far ' + (scrollY > 1000)">Far</button><div style="height: 600px"></div></main>
<div style="position: fixed; inset: auto 0 0 0; height: 30px; background: #ddd"><button onclick="p.textContent = 'Fixed ' + scrollY">Fixed</button></div>`,
};

export function reachingSuite(scene: Scene): void {
  const click = (name: string) => scene.agent.call('click', { ref: scene.agent.ref(name) });

  it('scrolls only what a person could, and only where it must', async () => {
    await scene.at('/reaching');
    const scrolled = () => scene.agent.value('[scrollY, map.scrollLeft, map.scrollTop, box.scrollTop > 0]');
    expect((await click('Near')).text).toContain('Near 0');
    expect((await click('Fixed')).text).toContain('Fixed 0');
    expect((await click('Pin')).text).toContain('Pin 0');
    expect(await scrolled()).toEqual([0, 0, 0, false]);
    expect((await click('Boxed')).text).toContain('Boxed');
    expect((await click('Far')).text).toContain('Far true');
    expect(await scene.agent.value('[map.scrollLeft, map.scrollTop, box.scrollTop > 0]')).toEqual([0, 0, true]);
  });

  it('clicks a drawn field through the words that it shows over its input', async () => {
    await scene.at('/reaching');
    expect((await click('Town')).text).toContain('Opened');
  });

  it('scrolls a box so that its page notices', async () => {
    await scene.at('/rows');
    await scene.agent.call('scroll', {
      ref: /(e\d+) scrollable|scrollable (e\d+)/
        .exec(await scene.agent.look())
        ?.slice(1)
        .join(''),
      direction: 'down',
    });
    expect(await scene.agent.look()).toContain('Row 10');
  });

  it('hovers as a mouse that moves', async () => {
    await scene.at('/rows');
    const { text } = await scene.agent.call('hover', { ref: scene.agent.ref('Menu') });
    expect(text).toContain('A mouse');
  });

  it('comes to its target from the side where the pointer was, as a menu that opened beside it expects', async () => {
    await scene.at('/ways');
    const waysTo = async (name: string) => {
      await scene.agent.value('ways.clear() ?? null');
      await scene.agent.call('hover', { ref: scene.agent.ref(name) });
      await scene.agent.call('click', { ref: scene.agent.ref(name) });
      return scene.agent.value('[...ways]');
    };
    expect(await waysTo('Tools')).toEqual(['right']);
    expect(await waysTo('Submenu')).toEqual(['right']);
    if (scene.ways.trusted) expect(await waysTo('Between')).toEqual(['left']);
  });

  it('acts on what the page has drawn in the place of its target, where that is certain', async () => {
    await scene.at('/redrawn');
    await scene.agent.value("draw('Alice', ['Open', 'Like', 'Like']) ?? null");
    expect((await click('Open')).text).toContain('Pressed Open');
    // Of two that are called the same, nobody can tell which; nor in a part that is about something else.
    await expect(click('Like')).rejects.toThrow('no longer on the page');
    await scene.at('/redrawn');
    await scene.agent.value("draw('Bob', ['Open', 'Like', 'Like']) ?? null");
    await expect(click('Open')).rejects.toThrow('no longer on the page');
    expect(await scene.agent.value('p.textContent')).toBe('Ready');
  });

  it('waits a moment for what the action before has opened', async () => {
    await scene.at('/opening');
    const { text } = await click('Open');
    expect((await scene.agent.call('click', { ref: refOf(text, 'Later') })).text).toContain('Later pressed');
    // Without a person's click no picker opens, so nothing says which field is meant; there is only one.
    if (scene.ways.seesEveryChooser) return;
    const files = [{ name: 'paper.txt', text: 'On doors' }];
    expect((await scene.agent.call('upload', { files })).text).toContain('Got paper.txt');
  });

  it('presses keys in the frame that has the focus, where it is of the same site', async () => {
    await scene.at('/rows');
    await scene.agent.call('click', { ref: scene.agent.ref('Inner') });
    const { text } = await scene.agent.call('press_key', { key: 'x' });
    expect(text).toContain('Key x');
  });

  it('clicks nothing else than its target', async () => {
    await scene.at('/reaching');
    await expect(click('Covered')).rejects.toThrow(/is covered by another element[\s\S]*covered by dialog "Cover"/);
    await expect(click('Off map')).rejects.toThrow(
      /is covered by|cannot be scrolled into view|lies outside the visible part/,
    );
    expect(await scene.agent.value('[p.textContent, map.scrollLeft]')).toEqual(['Ready', 0]);
  });
}
