// Pages that do what they should not: each gets a right answer or a clear one, and the tab stays usable.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function badPageSuite(scene: Scene): void {
  it('works on a page that has overridden what scripts lean on', async () => {
    expect(await scene.at('/broken')).toMatch(/textbox "Name" e\d+\n.*button "Press"/);
    expect((await scene.agent.call('click', { ref: scene.agent.ref('Press') })).facts.changes).toEqual(['+ Pressed']);
    const typed = await scene.agent.call('type', { ref: scene.agent.ref('Name'), text: 'Ada' });
    expect(typed.facts.targetNow).toBe('textbox "Name" focused = "Ada"');
  });

  it('reads and acts on fifty thousand nodes within the budget', async () => {
    const text = await scene.at('/large');
    expect(text.length).toBeLessThan(20_000);
    expect(await scene.agent.value("document.querySelectorAll('#all *').length")).toBe(50_000);
    expect((await scene.agent.call('click', { ref: scene.agent.ref('First') })).facts.targetNow).toContain('"Pressed"');
    const found = await scene.agent.call('find', { text: 'Link 12499' });
    expect(found.text).toMatch(/link "Link 12499" e\d+/);
  });

  it('says what a PDF is, and goes on from it', async () => {
    await scene.at('/article');
    await scene.agent.call('navigate', { url: `${scene.site.origin}/file.pdf` }).catch(() => {});
    const refused = await scene.agent.call('snapshot').then(
      ({ text }) => text,
      (error: Error) => error.message,
    );
    expect(refused).toMatch(/TAB_UNAVAILABLE|On doors/);
    expect(await scene.agent.goTo(`${scene.site.origin}/article`)).toContain('On doors');
  });
}
