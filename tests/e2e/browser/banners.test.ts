// `click` with rejectCookies on the banners of consent platforms, and on pages that only look like them.
import { describe, expect, it } from 'vitest';
import { banners, spMessage, traps } from './banner-pages.ts';
import { openScene } from './scene.ts';

const numbered = Object.entries({ ...banners, ...traps });
const pathOf = (name: string) => `/banner-${numbered.findIndex(([known]) => known === name)}`;
const pages = Object.fromEntries([
  ...numbered.map(([name, { page }]) => [pathOf(name), page]),
  ['/sp-message', spMessage],
]);

describe.each(['chromium', 'firefox'] as const)('cookie banners in %s', (hands) => {
  const scene = openScene(hands, { pages });

  it.each(Object.entries(banners))('%s', async (name, { step, answers }) => {
    await scene.at(pathOf(name));
    const { facts, text } = await scene.agent.call('click', { rejectCookies: true });
    expect(await scene.agent.value('answers'), text).toEqual(answers);
    expect(facts).toMatchObject({ banner: step, isGone: step !== 'open' });
    expect(text).toMatch(/^Clicked e\d+, which /);
    if (step === 'open') return;
    const again = await scene.agent.call('click', { rejectCookies: true });
    expect(again.facts.banner).toBe('none');
  });

  it.each(Object.entries(traps))('%s: nothing is clicked', async (name, { banner }) => {
    await scene.at(pathOf(name));
    const { facts, text } = await scene.agent.call('click', { rejectCookies: true });
    expect(facts.banner, text).toBe(banner);
    expect(text).toContain('Nothing was clicked.');
    expect(await scene.agent.value('answers')).toEqual([]);
  });

  it('take no ref beside it', async () => {
    await scene.at(pathOf('OneTrust'));
    const done = scene.agent.call('click', { rejectCookies: true, ref: scene.agent.ref('Reject All') });
    await expect(done).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  });
});
