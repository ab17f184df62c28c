// Looking, searching, waiting and evaluating, with whatever hands.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function readingSuite(scene: Scene): void {
  it('scrolls the page and boxes in it', async () => {
    await scene.at('/changing');
    const bottom = await scene.agent.call('scroll', { direction: 'bottom' });
    expect(bottom.facts.target).toMatch(/^page: moved \d+ px/);
    expect(await scene.agent.value('scrollY > 1000')).toBe(true);
    await scene.agent.call('scroll', { ref: scene.agent.ref('Box'), direction: 'down', amount: 2 });
    expect(await scene.agent.value("document.getElementById('box').scrollTop")).toBe(200);
    await expect(scene.agent.call('scroll')).rejects.toThrow('needs a ref');
  });

  it('waits for texts, addresses, states and expressions', async () => {
    await scene.at('/changing');
    await scene.agent.call('click', { ref: scene.agent.ref('Remove') });
    const gone = await scene.agent.call('wait_for', { gone: 'Here for now' });
    expect(gone.facts).toMatchObject({ met: true, waitedFor: 'no text "Here for now"' });
    const dialogShown = { ref: scene.agent.ref('Idle'), state: 'enabled', text: 'The end', url: '*/chang*' };
    expect((await scene.agent.call('wait_for', dialogShown)).facts.met).toBe(true);
    expect((await scene.agent.call('wait_for', { expression: 'document.title === "Changing"' })).facts.met).toBe(true);
    expect((await scene.agent.call('wait_for', { text: 'Never so', waitMs: 300 })).facts.met).toBe(false);
    await expect(scene.agent.call('wait_for')).rejects.toThrow('no condition given');
  });

  it('reads a form whose fields have the names of its properties', async () => {
    await scene.at('/booking');
    const { text } = await scene.agent.call('snapshot');
    for (const name of ['Adults', 'Children', 'Room']) expect(text).toContain(`"${name}"`);
    const typed = await scene.agent.call('type', { ref: scene.agent.ref('Children'), text: '2' });
    expect(typed.facts.changes).toContainEqual(expect.stringContaining('Room for 2'));
    expect((await scene.agent.call('wait_for', { text: 'Room for 2', waitMs: 1000 })).facts.met).toBe(true);
  });

  it('finds by text and expression, and reads the article within its budget', async () => {
    await scene.at('/article');
    const found = await scene.agent.call('find', { text: 'paragraph 5\\d', regex: true });
    expect(found.facts).toMatchObject({ total: 10 });
    expect(found.text).toMatch(/^text "Paragraph 50 of a long text .*" e\d+ in article e\d+$/m);
    await expect(scene.agent.call('find', { text: '(', regex: true })).rejects.toThrow('not a regular expression');
    const { text, facts } = await scene.agent.call('read_text', { maxTokens: 300 });
    expect(text).toContain('# On doors\nParagraph 0');
    expect(text).not.toContain('Menu words');
    expect(facts.omittedChars).toBeGreaterThan(100);
    expect((await scene.agent.call('read_text')).facts.text).toContain('- Oak\n- Iron');
  });

  it('takes pictures of an element and of the whole page', async () => {
    await scene.at('/changing');
    const whole = scene.agent.call('screenshot', { fullPage: true });
    if (!scene.ways.takesPictures) {
      await expect(whole).rejects.toMatchObject({ hint: expect.stringContaining('snapshot') });
      return;
    }
    expect(Number((await whole).facts.height)).toBeGreaterThan(1500);
    const { width, height } = (await scene.agent.call('screenshot', { ref: scene.agent.ref('Box'), scale: 1 })).facts;
    expect([Number(height), Number(width) > 200]).toEqual([100, true]);
  });

  it('evaluates in the page, and says when its policy forbids that', async () => {
    await scene.at('/article');
    expect(await scene.agent.value('({ title: document.title })')).toEqual({ title: 'Article' });
    expect(await scene.agent.value('Promise.resolve(location.pathname)')).toBe('/article');
    expect(await scene.agent.value('let one = 1; one + 1')).toBe(2);
    await expect(scene.agent.call('evaluate', { expression: 'missing.name' })).rejects.toThrow('ReferenceError');
    await scene.agent.goTo(`${scene.site.origin}/strict`);
    const strict = scene.agent.call('evaluate', { expression: '1 + 1' });
    // No policy applies to a debugger.
    if (scene.ways.evaluatesAnywhere) expect((await strict).facts.value).toBe('2');
    else await expect(strict).rejects.toMatchObject({ hint: expect.stringContaining('policy') });
  });

  it('reads and acts in frames, nested ones and those of another origin', async () => {
    const text = await scene.at('/framed');
    expect(
      text
        .split('\n')
        .slice(2)
        .map((line) => line.replace(/ e\d+/, '')),
    ).toEqual([
      'heading 1 "Outer"',
      'iframe "Same"',
      ' button "Inner"',
      ' iframe "Deep"',
      '  text Deepest',
      '  button "Bottom"',
      'iframe "Other"',
      ' textbox "Pay"',
      ' button "Pay now"',
      'iframe "Twin"',
      ' textbox "Pay"',
      ' button "Pay now"',
      'text After',
    ]);
    expect((await scene.agent.call('click', { ref: scene.agent.ref('Inner') })).facts.targetNow).toContain(
      'button "Pressed"',
    );
    const [, twin = ''] = text.split('iframe "Twin"');
    const [field, pay] = [...twin.matchAll(/e\d+/g)].slice(1).map(([ref]) => ref);
    await scene.agent.call('type', { ref: field, text: '7' });
    expect((await scene.agent.call('click', { ref: pay })).facts.changes).toEqual(['+ Paid 7']);
    const part = await scene.agent.look({ ref: scene.agent.ref('Twin') });
    expect(part).toContain('Paid 7');
    expect(part).not.toContain('Outer');
    expect((await scene.agent.call('find', { text: 'Bottom' })).facts.total).toBe(1);
  });

  it('takes a timeout within its bounds on every tool', async () => {
    await scene.at('/article');
    await expect(scene.agent.call('snapshot', { timeout: 4_999 })).rejects.toThrow('timeout must be 5000 to 300000');
    expect((await scene.agent.call('snapshot', { timeout: 5_000 })).text).toContain('On doors');
    const slow = scene.agent.call('wait_for', { text: 'Never so', waitMs: 20_000, timeout: 5_000 });
    await expect(slow).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
  });
}
