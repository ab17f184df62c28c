// Every tool on real pages, the same in both browsers.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, BrowserStage } from './stage.ts';
import { openToolSite, type ToolSite } from './tool-pages.ts';

describe.each(['chromium', 'firefox'] as const)('the tools in %s', (engine) => {
  let site: ToolSite;
  let stage: BrowserStage;
  let agent: Agent;

  beforeAll(async () => {
    site = await openToolSite();
    stage = await BrowserStage.open(engine);
  });

  afterAll(async () => {
    await stage?.close();
    site.close();
  });

  afterEach(() => stage.dismiss());

  async function at(path: string): Promise<string> {
    agent = await stage.agent();
    return agent.goTo(site.origin + path);
  }

  it('types, keeps secrets and submits', async () => {
    await at('/fields');
    const typed = await agent.call('type', { ref: agent.ref('Name'), text: 'Ada “Ω” 1' });
    expect(typed.facts).toMatchObject({ target: 'textbox "Name"', targetNow: 'textbox "Name" focused = "Ada “Ω” 1"' });
    expect(await agent.value("seen.some(([type, , trusted]) => type === 'input' && trusted)")).toBe(true);
    await agent.call('type', { ref: agent.ref('Name'), text: '!', append: true });
    expect(await agent.value("document.querySelector('input').value")).toBe('Ada “Ω” 1!');

    const secret = await agent.call('type', { ref: agent.ref('Password'), text: 'hunter2' });
    expect(secret.facts.targetNow).toBe('textbox "Password" focused = "•••"');
    const found = await agent.call('find', { text: 'hunter2|4111', regex: true });
    expect([found.facts.total, JSON.stringify([secret, found])]).toEqual([0, expect.not.stringContaining('hunter2"')]);

    const sent = await agent.call('type', { ref: agent.ref('Name'), text: 'Bo', submit: true });
    expect(sent.facts).toMatchObject({ navigated: false, changes: ['+ Sent Bo'] });
    await expect(agent.call('type', { ref: agent.ref('Send'), text: 'x' })).rejects.toThrow('takes no text');
  });

  it('fills every kind of field in one call', async () => {
    await at('/fields');
    const values = {
      Notes: 'Two\nlines',
      Date: '2026-12-31',
      Volume: '7',
      Count: '42',
      Agree: true,
      Large: true,
      Colour: 'Green',
      Many: ['One', 'Three'],
      Body: 'New body',
    };
    const fields = Object.entries(values).map(([name, value]) => ({ ref: agent.ref(name), value }));
    await agent.call('fill_form', { fields });
    const after = await agent.look();
    for (const part of [
      /"Notes" e\d+ = "Two lines"/,
      /"Date" e\d+ = "2026-12-31"/,
      /"Volume" e\d+ = "7"/,
      /"Count" e\d+ = "42"/,
      /"Agree" e\d+ checked/,
      /"Large" e\d+ checked/,
      /"Colour" e\d+ = "Green"/,
      /"Many" e\d+ = "One, Three"/,
      /"Body" e\d+ focused = "New body"/,
    ]) {
      expect(after).toMatch(part);
    }
    const wrong = { fields: [{ ref: agent.ref('Colour'), value: 'Blue' }] };
    await expect(agent.call('fill_form', wrong)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      hint: 'It has: "Red", "Green".',
    });
    const date = { fields: [{ ref: agent.ref('Date'), value: 'tomorrow' }] };
    await expect(agent.call('fill_form', date)).rejects.toThrow('took no');
    const chosen = await agent.call('select_option', { ref: agent.ref('Colour'), values: ['r'] });
    expect(chosen.facts.targetNow).toContain('= "Red"');
  });

  it('uploads files from contents', async () => {
    await at('/fields');
    const files = [
      { name: 'a.txt', text: 'Grüße' },
      { name: 'b.bin', base64: 'SGk=' },
    ];
    const { facts } = await agent.call('upload', { ref: agent.ref('Papers'), files });
    expect(facts.changes).toContainEqual('+ a.txt Grüße,Hi');
    await expect(agent.call('upload', { ref: agent.ref('Name'), files })).rejects.toThrow('takes no files');
  });

  it('types so that a framework’s field notices', async () => {
    await at('/controlled');
    const { facts } = await agent.call('type', { ref: agent.ref('Name'), text: 'Ada' });
    expect(facts.changes).toEqual(['+ State Ada']);
  });

  it('presses keys, and clicks with buttons, twice and with modifiers', async () => {
    await at('/fields');
    await agent.call('type', { ref: agent.ref('Name'), text: 'ab' });
    await agent.call('press_key', { key: 'Backspace' });
    await agent.call('press_key', { key: 'c' });
    expect(await agent.value("document.querySelector('input').value")).toBe('ac');
    expect((await agent.call('press_key', { key: 'Tab' })).facts.focus).toBe('textbox "Notes"');
    expect((await agent.call('press_key', { ref: agent.ref('Name'), key: 'Enter' })).facts.changes).toEqual([
      '+ Sent ac',
    ]);
    await agent.call('click', { ref: agent.ref('Small'), button: 'right' });
    await agent.call('click', { ref: agent.ref('Notes'), double: true, modifiers: ['Control'] });
    expect(
      await agent.value('seen.filter(([type]) => /contextmenu|dblclick/.test(type)).map(([a, b, , d]) => [a, b, d])'),
    ).toEqual([
      ['contextmenu', 'input', false],
      ['dblclick', 'textarea', true],
    ]);
  });

  it('tells what an act changed, and when nothing did', async () => {
    await at('/changing');
    const click = (name: string) => agent.call('click', { ref: agent.ref(name) });
    expect((await click('Idle')).text).toMatch(
      /^Clicked button "Idle"\.\n(now button "Idle" focused|Nothing changed\.)$/,
    );
    expect((await click('Idle')).text).toContain('now button "Idle" focused');
    expect((await click('Fetch')).facts).toMatchObject({ changes: ['+ Fetched'], settled: true });
    expect((await click('Open dialog')).facts.changes).toEqual(['+ dialog "Question"']);
    expect((await click('Menu')).facts.targetNow).toBe('button "Menu" expanded focused');
    expect((await click('Rename')).text).toContain('page "Renamed"');
    expect((await agent.call('hover', { ref: agent.ref('Hint') })).facts.changes).toEqual(['+ tooltip "A hint"']);
    const dragged = await agent.call('drag', { ref: agent.ref('Thing'), toRef: agent.ref('Basket') });
    expect(dragged.facts.changes).toContainEqual(expect.stringContaining('Dropped'));
  });

  it.each(['0', '50', '150', '400', 'frame'])('shows an effect at %s in the evidence', async (when) => {
    await at('/changing');
    const { facts } = await agent.call('click', { ref: agent.ref(`Effect ${when}`) });
    // A hidden tab of Firefox draws no frames, and says that it is hidden.
    const isDrawn = when !== 'frame' || facts.pageVisible === true;
    expect(facts).toMatchObject({ changes: isDrawn ? [`+ At ${when}`] : [], settled: true });
    expect(facts.pageVisible).toBe(engine === 'chromium');
  });

  it('scrolls the page and boxes in it', async () => {
    await at('/changing');
    const bottom = await agent.call('scroll', { direction: 'bottom' });
    expect(bottom.facts.target).toMatch(/^page: moved \d+ px/);
    expect(await agent.value('scrollY > 1000')).toBe(true);
    await agent.call('scroll', { ref: agent.ref('Box'), direction: 'down', amount: 2 });
    expect(await agent.value("document.getElementById('box').scrollTop")).toBe(200);
    await expect(agent.call('scroll')).rejects.toThrow('needs a ref');
  });

  it('waits for texts, addresses, states and expressions', async () => {
    await at('/changing');
    await agent.call('click', { ref: agent.ref('Remove') });
    const gone = await agent.call('wait_for', { gone: 'Here for now' });
    expect(gone.facts).toMatchObject({ met: true, waitedFor: 'no text "Here for now"' });
    const dialogShown = { ref: agent.ref('Idle'), state: 'enabled', text: 'The end', url: '*/chang*' };
    expect((await agent.call('wait_for', dialogShown)).facts.met).toBe(true);
    expect((await agent.call('wait_for', { expression: 'document.title === "Changing"' })).facts.met).toBe(true);
    expect((await agent.call('wait_for', { text: 'Never so', waitMs: 300 })).facts.met).toBe(false);
    await expect(agent.call('wait_for')).rejects.toThrow('say what to wait for');
  });

  it('finds by text and expression, and reads the article within its budget', async () => {
    await at('/article');
    const found = await agent.call('find', { text: 'paragraph 5\\d', regex: true });
    expect(found.facts).toMatchObject({ total: 10 });
    expect(found.text).toContain('text Paragraph 50 of a long text');
    await expect(agent.call('find', { text: '(', regex: true })).rejects.toThrow('no regular expression');
    const { text, facts } = await agent.call('read_text', { maxTokens: 300 });
    expect(text).toContain('# On doors\nParagraph 0');
    expect(text).not.toContain('Menu words');
    expect(facts.omittedChars).toBeGreaterThan(100);
    expect((await agent.call('read_text')).facts.text).toContain('- Oak\n- Iron');
  });

  it('gives trusted input where the browser can, in hidden tabs and in frames of other origins', async () => {
    const isTrusted = engine === 'chromium';
    await at('/fields');
    for (const [tool, args] of [
      ['click', { ref: agent.ref('Agree') }],
      ['hover', { ref: agent.ref('Large') }],
      ['press_key', { ref: agent.ref('Name'), key: 'x' }],
      ['type', { ref: agent.ref('Notes'), text: 'hello' }],
    ] as const) {
      const { facts } = await agent.call(tool, args);
      expect([tool, facts.trusted, facts.pageVisible, facts.note]).toEqual([tool, isTrusted, isTrusted, undefined]);
    }
    const events = await agent.value(
      '[...new Set(seen.filter(([, , trusted]) => trusted).map(([type]) => type))].sort()',
    );
    expect(events).toEqual(isTrusted ? ['change', 'click', 'input', 'keydown', 'mouseover'] : ['change', 'input']);
    const text = await agent.goTo(`${site.origin}/framed`);
    const [field, pay] = [...(text.split('iframe "Twin"')[1] ?? '').matchAll(/e\d+/g)].slice(1).map(([ref]) => ref);
    expect((await agent.call('type', { ref: field, text: '7' })).facts).toMatchObject({ trusted: isTrusted });
    expect((await agent.call('click', { ref: pay })).facts).toMatchObject({
      trusted: isTrusted,
      changes: ['+ Paid 7'],
    });
  });

  it('tells of a dialog, and is not held by it', async () => {
    await at('/changing');
    const ask = { ref: agent.ref('Ask') };
    if (engine === 'chromium') {
      const asked = await agent.call('click', ask);
      expect(asked.facts.dialogs).toEqual([{ type: 'confirm', message: 'Sure?', isOpen: true }]);
      await expect(agent.call('snapshot')).rejects.toThrow('DIALOG_OPEN');
      const { facts } = await agent.call('handle_dialog', { accept: true });
      expect(facts.answered).toBe('confirm "Sure?"');
      expect(await agent.look()).toContain('Said true');
      await expect(agent.call('handle_dialog', { accept: true })).rejects.toThrow('No dialog is open');
    } else {
      const declined = await agent.call('click', ask);
      expect(declined.facts.dialogs).toEqual([{ type: 'confirm', message: 'Sure?', isOpen: false }]);
      expect(declined.facts.changes).toEqual(['+ Said false']);
      expect((await agent.call('handle_dialog', { accept: true })).facts.answered).toBe('the next one');
      expect((await agent.call('click', ask)).facts.changes).toContainEqual('+ Said true');
    }
  });

  it('puts a tab that a page opens by itself behind the user’s, or lets the browser block it', async () => {
    await at('/changing');
    const { facts } = await agent.call('click', { ref: agent.ref('Pop up') });
    const [tabId] = [facts.openedTabs].flat();
    // Firefox opens nothing that no person asked for.
    if (engine === 'firefox') expect(tabId).toBeUndefined();
    else {
      const hidden = await agent.call('wait_for', { tabId, expression: 'document.visibilityState === "hidden"' });
      expect(hidden.facts.met).toBe(true);
    }
  });

  it('takes pictures of an element and of the whole page', async () => {
    await at('/changing');
    const whole = await agent.call('screenshot', { fullPage: true });
    expect(Number(whole.facts.height)).toBeGreaterThan(1500);
    const { width, height } = (await agent.call('screenshot', { ref: agent.ref('Box'), scale: 1 })).facts;
    expect([Number(height), Number(width) > 200]).toEqual([100, true]);
  });

  it('evaluates in the page, and says when its policy forbids that', async () => {
    await at('/article');
    expect(await agent.value('({ title: document.title })')).toEqual({ title: 'Article' });
    expect(await agent.value('Promise.resolve(location.pathname)')).toBe('/article');
    expect(await agent.value('let one = 1; one + 1')).toBe(2);
    await expect(agent.call('evaluate', { expression: 'missing.name' })).rejects.toThrow('ReferenceError');
    await agent.goTo(`${site.origin}/strict`);
    const strict = agent.call('evaluate', { expression: '1 + 1' });
    // Only Chromium has a debugger, to which no policy applies.
    if (engine === 'chromium') expect((await strict).facts.value).toBe('2');
    else await expect(strict).rejects.toMatchObject({ hint: expect.stringContaining('policy') });
  });

  it('reads and acts in frames, nested ones and those of another origin', async () => {
    const text = await at('/framed');
    expect(
      text
        .split('\n')
        .slice(1)
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
    expect((await agent.call('click', { ref: agent.ref('Inner') })).facts.targetNow).toContain('button "Pressed"');
    const [, twin = ''] = text.split('iframe "Twin"');
    const [field, pay] = [...twin.matchAll(/e\d+/g)].slice(1).map(([ref]) => ref);
    await agent.call('type', { ref: field, text: '7' });
    expect((await agent.call('click', { ref: pay })).facts.changes).toEqual(['+ Paid 7']);
    const part = await agent.look({ ref: agent.ref('Twin') });
    expect(part).toContain('Paid 7');
    expect(part).not.toContain('Outer');
    expect((await agent.call('find', { text: 'Bottom' })).facts.total).toBe(1);
  });

  it('takes a timeout within its bounds on every tool', async () => {
    await at('/article');
    await expect(agent.call('snapshot', { timeout: 4_999 })).rejects.toThrow('timeout must be 5000 to 300000');
    expect((await agent.call('snapshot', { timeout: 5_000 })).text).toContain('On doors');
    const slow = agent.call('wait_for', { text: 'Never so', waitMs: 20_000, timeout: 5_000 });
    await expect(slow).rejects.toMatchObject({ code: 'ERR_TOOL_TIMEOUT' });
  });
});
