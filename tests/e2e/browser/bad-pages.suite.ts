// Pages that do what they should not: each gets a right answer or a clear one, and the tab stays usable.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function badPageSuite(scene: Scene): void {
  it('works on a page that has overridden what scripts lean on', async () => {
    const seen = await scene.at('/broken');
    expect(seen).toMatch(/textbox "Name" e\d+\n.*button "Press"/);
    // Names that every object of JavaScript has are no roles.
    expect(seen).toMatch(/text Odd part\n.*textbox "Odd field"/);
    expect((await scene.agent.call('click', { ref: scene.agent.ref('Press') })).facts.changes).toEqual(['+ Pressed']);
    const typed = await scene.agent.call('type', { ref: scene.agent.ref('Name'), text: 'Ada' });
    expect(typed.facts.targetNow).toBe('textbox "Name" focused = "Ada"');
  });

  it('takes nothing for granted that a page puts in the place of our hooks', async () => {
    await scene.at('/forging');
    const other = await scene.stage.agent();
    for (const name of ['Long text', 'Number', 'Endless list', 'Strange list', 'Throwing', 'Nothing']) {
      const { facts } = await scene.agent.call('click', { ref: scene.agent.ref(name) });
      expect(facts.changes, name).toEqual([expect.stringMatching(new RegExp(`^(\\+|~ .* →) Forged ${name}$`))]);
      const { errors = [], dialogs } = facts;
      expect(JSON.stringify([errors, dialogs]).length, name).toBeLessThan(4_000);
      // Everybody else is served meanwhile.
      expect((await other.call('tabs', { action: 'list' })).facts).toMatchObject({ tabs: [] });
    }
  }, 30_000);

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

  it('names why an expression does not run on the error page of the browser, and goes on from it', async () => {
    await scene.at('/article');
    // Nobody listens on the port of discard.
    await scene.agent.call('navigate', { url: 'http://127.0.0.1:9/' }).catch(() => {});
    const outcome = await scene.agent.call('evaluate', { expression: '1 + 1' }).then(
      ({ facts }) => facts.value,
      ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
    );
    expect(outcome).toMatch(/ERR_TOOL_FAILED|TAB_UNAVAILABLE|^2$/);
    expect(await scene.agent.goTo(`${scene.site.origin}/article`)).toContain('On doors');
  });
}
