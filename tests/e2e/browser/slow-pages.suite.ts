// Pages that hold up whoever waits for them; a suite of its own, since their time has to pass.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function slowPageSuite(scene: Scene): void {
  it('is not held by a page that stops itself with an alert', async () => {
    await scene.at('/article');
    const { facts } = await scene.agent.call('navigate', { url: `${scene.site.origin}/alerting`, timeout: 20_000 });
    expect(facts.url).toBe(`${scene.site.origin}/alerting`);
    expect(await scene.agent.look()).toContain(scene.ways.alertWhileLoading === 'passed' ? 'After' : 'Before');
    expect(await scene.agent.goTo(`${scene.site.origin}/article`)).toContain('On doors');
  });

  it('does not wait for the end of a page that has none', async () => {
    const agent = await scene.stage.agent();
    const { facts } = await agent.call('navigate', { url: `${scene.site.origin}/endless` });
    expect(facts).toMatchObject({ settled: false });
    expect(await agent.look()).toContain('button "Press"');
    expect((await agent.call('click', { ref: agent.ref('Press') })).text).toContain('Pressed');
  });
}
