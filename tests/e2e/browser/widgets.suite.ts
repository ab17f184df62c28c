// Widgets and forms as real pages have them: ARIA's patterns, and frameworks that keep the state of their fields themselves.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function widgetSuite(scene: Scene): void {
  const click = (name: string) => scene.agent.call('click', { ref: scene.agent.ref(name) });
  const press = (key: string, name?: string) =>
    scene.agent.call('press_key', { key, ...(name === undefined ? {} : { ref: scene.agent.ref(name) }) });

  it('uses a menu, a combobox, a tree, a treegrid, a date picker and a slider', async () => {
    await scene.at('/widgets');
    expect((await click('Actions')).facts.changes).toContainEqual('+ menu "Actions"');
    await press('ArrowDown');
    expect((await press('Enter')).text).toContain('Chose Delete');

    await scene.agent.call('type', { ref: scene.agent.ref('Fruit'), text: 'be' });
    expect(await scene.agent.look()).toMatch(
      /combobox "Fruit" e\d+ expanded.*\n.*listbox "Fruits" e\d+\n.*option "Berry"/,
    );
    expect((await click('Bean')).text).toContain('Fruit Bean');
    await scene.agent.call('type', { ref: scene.agent.ref('Fruit'), text: 'b' });
    await press('ArrowDown');
    expect((await press('Enter')).text).toContain('Fruit Berry');

    expect((await press('ArrowRight', 'Docs')).facts.targetNow).toMatch(/^treeitem "Docs.*" expanded/);
    await scene.agent.look();
    expect((await click('Readme')).text).toContain('Opened Readme');

    const [, row] = /row(?: "[^"]*")? (e\d+) collapsed/.exec(await scene.agent.look()) ?? [];
    expect((await scene.agent.call('press_key', { ref: row, key: 'ArrowRight' })).facts.targetNow).toContain(
      'expanded',
    );
    expect(await scene.agent.look()).toContain('Answer');

    await click('Choose date');
    const [, fifth] = /\| 5 (e\d+)/.exec(await scene.agent.look()) ?? [];
    await scene.agent.call('click', { ref: fifth });
    expect(await scene.agent.look()).toMatch(/textbox "Day".* = "May 5"/);

    await press('ArrowRight', 'Volume');
    expect((await press('ArrowRight')).facts.targetNow).toContain('= "6"');
  });

  it.each(['React', 'Vue', 'Lit', 'Element'])('fills a form of %s so that it knows its values', async (framework) => {
    await scene.at('/frameworks');
    const values: Record<string, unknown> = { name: 'Ada', agree: true, colour: 'Green', large: true };
    const names = framework === 'Element' ? ['name', 'agree'] : Object.keys(values);
    const fields = names.map((name) => ({ ref: scene.agent.ref(`${framework} ${name}`), value: values[name] }));
    await scene.agent.call('fill_form', { fields });
    const state = () =>
      scene.agent.value(
        `JSON.parse((document.querySelector('[data-of=${framework}]') ?? document.querySelector('lit-form').shadowRoot.querySelector('output')).textContent)`,
      );
    const own = { name: 'ADA', agree: 'true' };
    expect(await state()).toEqual(
      framework === 'Element' ? own : { name: 'ADA', agree: true, colour: 'Green', size: 'l' },
    );
    if (!['React', 'Vue'].includes(framework)) return;
    await scene.agent.call('click', { ref: scene.agent.ref(`${framework} again`) });
    expect(await state()).toMatchObject({ name: '', agree: false });
  });
}
