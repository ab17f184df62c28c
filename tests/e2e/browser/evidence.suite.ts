// What acts say of their consequences, with whatever hands.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function evidenceSuite(scene: Scene): void {
  it('tells what an act changed, and when nothing did', async () => {
    await scene.at('/changing');
    const click = (name: string) => scene.agent.call('click', { ref: scene.agent.ref(name) });
    expect((await click('Idle')).text).toMatch(
      /^Clicked e\d+\.(\nbutton "Idle" focused| Nothing changed\.\nbutton "Idle")$/,
    );
    expect((await click('Idle')).text).toContain('\nbutton "Idle" focused');
    expect((await click('Fetch')).facts).toMatchObject({ changes: ['+ Fetched'], settled: true });
    expect((await click('Open dialog')).facts.changes).toEqual([
      '+ dialog "Question"',
      expect.stringMatching(/^ +button "Yes" e\d+$/),
    ]);
    expect((await click('Menu')).facts.targetNow).toBe('button "Menu" expanded focused');
    expect((await click('Rename')).text).toContain('page "Renamed"');
    expect((await scene.agent.call('hover', { ref: scene.agent.ref('Hint') })).facts.changes).toEqual([
      '+ tooltip "A hint"',
    ]);
    const dragged = await scene.agent.call('drag', { ref: scene.agent.ref('Thing'), toRef: scene.agent.ref('Basket') });
    expect(dragged.facts.changes).toContainEqual(expect.stringContaining('Dropped'));
    const moved = await scene.agent.call('drag', { ref: scene.agent.ref('Knob'), toRef: scene.agent.ref('Stop') });
    expect(moved.facts.changes).toContainEqual(expect.stringContaining('Moved 3'));
    expect([dragged.facts.trusted, moved.facts.trusted]).toEqual([scene.ways.trusted, scene.ways.trusted]);
  });

  it.each(['0', '50', '150', '400', 'frame'])('shows an effect at %s in the evidence', async (when) => {
    await scene.at('/changing');
    const { facts } = await scene.agent.call('click', { ref: scene.agent.ref(`Effect ${when}`) });
    expect(facts).toMatchObject({ changes: [`+ At ${when}`], settled: true });
    expect(facts.pageVisible).toBe(scene.isShown);
  });

  it('tells of a dialog, and is not held by it', async () => {
    await scene.at('/changing');
    const ask = { ref: scene.agent.ref('Ask') };
    if (scene.ways.dialogs === 'held') {
      const asked = await scene.agent.call('click', ask);
      expect(asked.facts.dialogs).toEqual([{ type: 'confirm', message: 'Sure?', isOpen: true }]);
      await expect(scene.agent.call('snapshot')).rejects.toThrow('DIALOG_OPEN');
      const { facts } = await scene.agent.call('handle_dialog', { accept: true });
      expect(facts.answered).toBe('confirm "Sure?"');
      expect(await scene.agent.look()).toContain('Said true');
      await expect(scene.agent.call('handle_dialog', { accept: true })).rejects.toThrow('No dialog is open');
    } else {
      const declined = await scene.agent.call('click', ask);
      expect(declined.facts.dialogs).toEqual([{ type: 'confirm', message: 'Sure?', isOpen: false }]);
      expect(declined.facts.changes).toEqual(['+ Said false']);
      expect((await scene.agent.call('handle_dialog', { accept: true })).facts.answered).toBe('the next one');
      expect((await scene.agent.call('click', ask)).facts.changes).toEqual(['~ Said false → Said true']);
    }
  });

  it('puts a tab that a page opens by itself behind the user’s, or lets the browser block it', async () => {
    await scene.at('/changing');
    const { facts } = await scene.agent.call('click', { ref: scene.agent.ref('Pop up') });
    const [tabId] = [facts.openedTabs].flat();
    // A browser opens nothing that no person asked for.
    if (!scene.ways.opensPopUps) expect(tabId).toBeUndefined();
    else {
      // What it was before the debugger came, under which every page takes itself for shown.
      const expression = 'performance.getEntriesByType("visibility-state").some(({ name }) => name === "hidden")';
      const hidden = await scene.agent.call('wait_for', { tabId, expression });
      expect(hidden.facts.met).toBe(true);
    }
  });
}
