// The tool `emulate` on real pages: all of it by Chromium's debugger, a viewport by the agents' window elsewhere.
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NamedAgents } from '../../e2e/browser/named-agents.ts';
import { openScene } from '../../e2e/browser/scene.ts';
import { eventually } from '../../support/eventually.ts';

const page = `<!doctype html><title>Wide</title><meta name="viewport" content="width=device-width"><style>body { margin: 0 }
#menu { display: none } @media (max-width: 600px) { #menu { display: block } #nav { display: none } }</style>
<button id="menu" onclick="this.textContent = 'Opened'">Menu</button><nav id="nav"><button>Wide navigation</button></nav>
<button onclick="window.open('/wide#popup')">Another</button>
<script>setInterval(() => { localStorage[location.hash] = innerWidth + (matchMedia('print').matches ? 5000 : 0) }, 50)</script>`;

const facts = `({ width: innerWidth, height: innerHeight, ratio: devicePixelRatio, touch: navigator.maxTouchPoints > 0,
  agent: navigator.userAgent, language: navigator.language, number: (1234.5).toLocaleString(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  dark: matchMedia('(prefers-color-scheme: dark)').matches, still: matchMedia('(prefers-reduced-motion: reduce)').matches, print: matchMedia('print').matches })`;

const pages = { '/wide': page };

describe('emulate in Chromium', () => {
  const scene = openScene('chromium', { pages });
  const seen = async () => Object(await scene.agent.value(facts));

  it('shows the tab as on a device, works there, and ends with reset', async () => {
    expect(await scene.at('/wide')).toContain('Wide navigation');
    const before = await seen();
    const { text } = await scene.agent.call('emulate', { device: 'iPhone 15' });
    expect(text).toContain('Emulated: device iPhone 15.');
    expect(await seen()).toMatchObject({
      width: 393,
      height: 852,
      ratio: 3,
      touch: true,
      agent: expect.stringContaining('iPhone'),
    });
    const small = await scene.agent.look();
    expect(small).toContain('"Menu"');
    expect(small).not.toContain('Wide navigation');
    const clicked = await scene.agent.call('click', { ref: scene.agent.ref('Menu') });
    expect(clicked.text).toContain('Opened');
    const picture = await scene.agent.call('screenshot', { scale: 1 });
    if (process.env.KEEP_FILES !== undefined) writeFileSync(`${process.env.KEEP_FILES}/phone.jpg`, picture.image);
    expect(picture.facts).toMatchObject({ width: 393, height: 852 });
    expect((await scene.agent.call('emulate', { reset: true })).text).toContain('Nothing is emulated.');
    expect(await seen()).toEqual(before);
  });

  it('adds up settings, keeps them over a load, and takes what a call names anew', async () => {
    await scene.at('/wide');
    const before = await seen();
    await scene.agent.call('emulate', {
      viewport: { width: 700, height: 500 },
      colorScheme: 'dark',
      reducedMotion: true,
    });
    await scene.agent.call('emulate', { media: 'print' });
    await scene.agent.call('navigate', { url: 'reload' });
    const all = {
      width: 700,
      height: 500,
      dark: true,
      still: true,
      print: true,
    };
    expect(await seen()).toMatchObject(all);
    expect((await seen()).agent).toBe(before.agent);
    await scene.agent.call('emulate', { device: 'Pixel 8', colorScheme: 'light' });
    expect(await seen()).toMatchObject({
      width: 412,
      dark: false,
      still: true,
      agent: expect.stringContaining('Android'),
    });
    await scene.agent.call('emulate', { reset: true, media: 'print' });
    expect(await seen()).toEqual({ ...before, print: true });
  });

  it('refuses what does not exist, and changes nothing then', async () => {
    await scene.at('/wide');
    const before = await seen();
    const wrong = { media: 'braille', reducedMotion: 'reduce', device: 'Brick' };
    for (const [name, value] of Object.entries(wrong)) {
      await expect(scene.agent.call('emulate', { colorScheme: 'dark', [name]: value })).rejects.toMatchObject({
        code: 'ERR_INPUT_INVALID',
      });
    }
    await expect(scene.agent.call('emulate', { viewport: { width: 5, height: 5 } })).rejects.toThrow('width');
    expect(await seen()).toEqual(before);
  });

  /** What a tab of the same site noted of itself last, after this call. */
  async function widthNoted(name: string, tabId: unknown): Promise<number> {
    const inTab = async (expression: string) =>
      JSON.parse(String((await scene.agent.call('evaluate', { expression, tabId })).facts.value));
    await inTab(`localStorage.removeItem('#${name}')`).catch(() => {});
    const noted = await eventually(
      `a note of ${name}`,
      async () => (await inTab(`localStorage['#${name}'] ?? null`)) ?? undefined,
    );
    return Number(noted);
  }

  it('changes no other tab, also none that the page opened, and ends when the tab goes to the user', async () => {
    await scene.at('/wide#mine');
    await scene.agent.call('click', { ref: scene.agent.ref('Another') });
    const { facts: mine } = await scene.agent.call('emulate', {
      viewport: { width: 500, height: 400 },
      media: 'print',
    });
    expect(mine).toMatchObject({ emulated: { viewport: { width: 500, height: 400 } } });
    expect(await widthNoted('mine', mine.tabId)).toBe(5500);
    const popup = await widthNoted('popup', mine.tabId);
    // One that was never shown may have no size yet.
    expect(popup).not.toBe(500);
    expect(popup).toBeLessThan(5000);
    const { facts: other } = await scene.agent.call('tabs', { action: 'open', url: `${scene.site.origin}/wide#other` });
    const own = await widthNoted('other', other.tabId);
    expect(own).toBeGreaterThan(500);
    await scene.agent.call('tabs', { action: 'release', tabId: mine.tabId });
    await eventually('the own size of the released tab', async () => {
      const width = await widthNoted('mine', other.tabId);
      return width > 500 && width < 5000;
    });
  });

  it('ends when the agent says goodbye, also for its tabs that wait', async () => {
    const agents = await NamedAgents.open(scene.stage.home, scene.stage.host);
    const agent = agents.agent('Anna');
    await agent.call('navigate', { url: `${scene.site.origin}/wide#anna` });
    await agent.call('emulate', { viewport: { width: 500, height: 400 } });
    await scene.at('/wide#watcher');
    const { tabId } = (await scene.agent.call('snapshot')).facts;
    expect(await widthNoted('anna', tabId)).toBe(500);
    await agent.leave();
    // Not seen by the agent itself: coming back ends it too.
    await eventually('the own size', async () => (await widthNoted('anna', tabId)) > 500);
    agents.close();
  });
});

describe.each(['quiet', 'firefox'] as const)('emulate without the debugger (%s)', (hands) => {
  const scene = openScene(hands, { pages });
  const width = () => scene.agent.value('innerWidth');
  /** A tab that waits for its agent would be another one's. */
  const close = async (agent = scene.agent) =>
    agent.call('tabs', { action: 'close', tabId: (await agent.call('snapshot')).facts.tabId });

  it('resizes the agents window for a viewport, and gives it back', async () => {
    await scene.at('/wide');
    const before = await width();
    const { text } = await scene.agent.call('emulate', { viewport: { width: 560, height: 480 } });
    expect(text).toContain('Emulated: viewport 560 × 480.');
    await eventually('the small page', async () => (await scene.agent.look()).includes('"Menu"'));
    await scene.agent.call('emulate', { reset: true });
    // Chromium's window without a screen was larger than the screen it believes in, and is as large as that now.
    const isBack = async () => (hands === 'quiet' ? Number(await width()) > 560 : (await width()) === before);
    await eventually('the own size', isBack);
    await close();
  });

  it('refuses everything else, and says what works', async () => {
    await scene.at('/wide');
    await expect(scene.agent.call('emulate', { device: 'iPhone 15', colorScheme: 'dark' })).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: "Without Chromium's debugger nothing can be emulated but a viewport (not device, colorScheme).",
    });
    // Windows without a screen can be tiny in Chromium, and huge in Firefox.
    const side = hands === 'quiet' ? 9000 : 60;
    await expect(scene.agent.call('emulate', { viewport: { width: side, height: side } })).rejects.toThrow(
      `The window cannot show a page in ${side} × ${side} pixels`,
    );
    await close();
  });

  it('keeps the viewport while its tab is there, whoever comes and goes, and gives the size back with it', async () => {
    await scene.at('/wide');
    await scene.agent.call('emulate', { viewport: { width: 560, height: 480 } });
    const other = await scene.stage.agent();
    await other.goTo(`${scene.site.origin}/wide`);
    expect((await other.call('emulate', { reset: true })).text).toContain('Nothing is emulated.');
    await close(other);
    const { text } = await scene.agent.call('emulate');
    expect([text, await width()]).toEqual([expect.stringContaining('Emulated: viewport 560 × 480.'), 560]);
    await other.goTo(`${scene.site.origin}/wide`);
    await close();
    await eventually('the own size', async () => Number(await other.value('innerWidth')) > 560);
    await close(other);
  });

  it('leaves the window alone while another agent has a tab there', async () => {
    const other = await scene.stage.agent();
    await other.goTo(`${scene.site.origin}/wide`);
    await scene.at('/wide');
    await expect(scene.agent.call('emulate', { viewport: { width: 560, height: 480 } })).rejects.toThrow(
      'cannot be changed',
    );
    await close(other);
    await close();
  });
});
