// Where a key goes: to the element that was named, held long enough for what draws while it is down, or nowhere.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export const keysPages = {
  '/keys': `<!doctype html><title>Keys</title><main><p id="p">Ready</p><button id="before">Before</button>
<svg width="200" height="100"><g id="edge" role="group" aria-label="Edge" tabindex="0"><path d="M 40 10 L 40 90" stroke="black" stroke-width="4"></path></g></svg>
<div id="still" role="group" aria-label="Still" style="cursor: pointer">Still</div>
<div role="grid" aria-label="Grid"><div role="row"><div role="gridcell" tabindex="0" id="cell" aria-label="Cell">Cell</div></div></div></main><script>
const told = [];
document.onkeydown = ({ key, target }) => { told.push(key + ' ' + target.id); p.textContent = told.join(', '); };
// As libraries of React do: what is held is noticed when it is drawn, and not if it is up again by then.
let isHeld = false;
addEventListener('keydown', ({ key }) => { isHeld = key === 'Backspace'; queueMicrotask(() => { if (isHeld) edge.parentNode.remove(); }); });
addEventListener('keyup', () => { isHeld = false; });
</script>`,
};

export function keysSuite(scene: Scene): void {
  const press = (key: string, name?: string) =>
    scene.agent.call('press_key', { key, ...(name === undefined ? {} : { ref: scene.agent.ref(name) }) });

  it('sends a key to a part of a drawing that takes the focus, and to what has the focus inside the named', async () => {
    await scene.at('/keys');
    await press('x', 'Before');
    await press('Enter', 'Edge');
    await press('y', 'Cell');
    expect(await scene.agent.value('p.textContent')).toBe('x before, Enter edge, y cell');
  });

  it('sends no key where the named cannot take the focus', async () => {
    await scene.at('/keys');
    await press('x', 'Before');
    await expect(press('Enter', 'Still')).rejects.toThrow(/e\d+ cannot take the focus; no key was sent\./);
    expect(await scene.agent.value('p.textContent')).toBe('x before');
  });

  it('holds a key until the page has drawn', async () => {
    await scene.at('/keys');
    expect((await press('Backspace', 'Edge')).text).toContain('- group "Edge"');
  });
}
