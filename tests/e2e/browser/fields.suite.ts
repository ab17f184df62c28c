// Fields, keys and the pointer, with whatever hands.
import { expect, it } from 'vitest';
import type { Scene } from './scene.ts';

export function fieldSuite(scene: Scene): void {
  it('types, keeps secrets and submits', async () => {
    await scene.at('/fields');
    const typed = await scene.agent.call('type', { ref: scene.agent.ref('Name'), text: 'Ada “Ω” 1' });
    expect(typed.facts).toMatchObject({ target: 'textbox "Name"', targetNow: 'textbox "Name" focused = "Ada “Ω” 1"' });
    expect(await scene.agent.value("seen.some(([type, , trusted]) => type === 'input' && trusted)")).toBe(true);
    await scene.agent.call('type', { ref: scene.agent.ref('Name'), text: '!', append: true });
    expect(await scene.agent.value("document.querySelector('input').value")).toBe('Ada “Ω” 1!');

    const secret = await scene.agent.call('type', { ref: scene.agent.ref('Password'), text: 'hunter2' });
    expect(secret.facts.targetNow).toBe('textbox "Password" focused = "•••"');
    const found = await scene.agent.call('find', { text: 'hunter2|4111', regex: true });
    expect([found.facts.total, JSON.stringify([secret, found])]).toEqual([0, expect.not.stringContaining('hunter2"')]);

    const sent = await scene.agent.call('type', { ref: scene.agent.ref('Name'), text: 'Bo', submit: true });
    expect(sent.facts).toMatchObject({ navigated: false, changes: ['+ Sent Bo'] });
    await expect(scene.agent.call('type', { ref: scene.agent.ref('Send'), text: 'x' })).rejects.toThrow(
      'takes no text',
    );
  });

  it('fills every kind of field in one call', async () => {
    await scene.at('/fields');
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
    const fields = Object.entries(values).map(([name, value]) => ({ ref: scene.agent.ref(name), value }));
    const filled = await scene.agent.call('fill_form', { fields });
    // Dates, ranges and lists are set: nobody's hands do that.
    expect(filled.facts.trusted).toBe(false);
    const after = await scene.agent.look();
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
    const byHand = { Notes: 'Again', Agree: false, Small: true, Body: 'Last' };
    const handed = Object.entries(byHand).map(([name, value]) => ({ ref: scene.agent.ref(name), value }));
    const { facts: typed } = await scene.agent.call('fill_form', { fields: handed });
    expect(typed).toMatchObject({ trusted: scene.ways.trusted, targetNow: 'textbox "Body" focused = "Last"' });
    const states = "['[type=checkbox]', '[value=s]'].map((one) => document.querySelector(one).checked)";
    expect(await scene.agent.value(states)).toEqual([false, true]);
    const wrong = { fields: [{ ref: scene.agent.ref('Colour'), value: 'Blue' }] };
    await expect(scene.agent.call('fill_form', wrong)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
      message: expect.stringMatching(/has no option "Blue"\.\n<untrusted \d{3,9}>\n.*\noptions: "Red", "Green"\n/),
    });
    const date = { fields: [{ ref: scene.agent.ref('Date'), value: 'tomorrow' }] };
    await expect(scene.agent.call('fill_form', date)).rejects.toThrow('does not accept');
    const chosen = await scene.agent.call('select_option', { ref: scene.agent.ref('Colour'), values: ['r'] });
    expect(chosen.facts.targetNow).toContain('= "Red"');
  });

  it('uploads files from contents', async () => {
    await scene.at('/fields');
    const files = [
      { name: 'a.txt', text: 'Grüße' },
      { name: 'b.bin', base64: 'SGk=' },
    ];
    const { facts } = await scene.agent.call('upload', { ref: scene.agent.ref('Papers'), files });
    expect(facts.changes).toContainEqual('+ a.txt Grüße,Hi');
    await expect(scene.agent.call('upload', { ref: scene.agent.ref('Name'), files })).rejects.toThrow('takes no files');
  });

  it('types so that a framework’s field notices', async () => {
    await scene.at('/controlled');
    const { facts } = await scene.agent.call('type', { ref: scene.agent.ref('Name'), text: 'Ada' });
    expect(facts.changes).toEqual(['+ State Ada']);
  });

  it('presses keys, and clicks with buttons, twice and with modifiers', async () => {
    await scene.at('/fields');
    await scene.agent.call('type', { ref: scene.agent.ref('Name'), text: 'ab' });
    await scene.agent.call('press_key', { key: 'Backspace' });
    await scene.agent.call('press_key', { key: 'c' });
    expect(await scene.agent.value("document.querySelector('input').value")).toBe('ac');
    expect((await scene.agent.call('press_key', { key: 'Tab' })).facts.focus).toMatch(/^textbox "Notes" e\d+ focused$/);
    expect((await scene.agent.call('press_key', { ref: scene.agent.ref('Name'), key: 'Enter' })).facts.changes).toEqual(
      ['+ Sent ac'],
    );
    await scene.agent.call('click', { ref: scene.agent.ref('Small'), button: 'right' });
    await scene.agent.call('click', { ref: scene.agent.ref('Notes'), double: true, modifiers: ['Control'] });
    expect(
      await scene.agent.value(
        'seen.filter(([type]) => /contextmenu|dblclick/.test(type)).map(([a, b, , d]) => [a, b, d])',
      ),
    ).toEqual([
      ['contextmenu', 'input', false],
      ['dblclick', 'textarea', true],
    ]);
  });

  it('gives trusted input where the browser can, in hidden tabs and in frames of other origins', async () => {
    const { trusted: isTrusted } = scene.ways;
    await scene.at('/fields');
    for (const [tool, args] of [
      ['click', { ref: scene.agent.ref('Agree') }],
      ['hover', { ref: scene.agent.ref('Large') }],
      ['press_key', { ref: scene.agent.ref('Name'), key: 'x' }],
      ['type', { ref: scene.agent.ref('Notes'), text: 'hello' }],
    ] as const) {
      const { facts } = await scene.agent.call(tool, args);
      expect([tool, facts.trusted, facts.pageVisible, facts.note]).toEqual([tool, isTrusted, scene.isShown, undefined]);
    }
    const events = await scene.agent.value(
      '[...new Set(seen.filter(([, , trusted]) => trusted).map(([type]) => type))].sort()',
    );
    expect(events).toEqual(scene.ways.trustedEvents);
    const text = await scene.agent.goTo(`${scene.site.origin}/framed`);
    const [field, pay] = [...(text.split('iframe "Twin"')[1] ?? '').matchAll(/e\d+/g)].slice(1).map(([ref]) => ref);
    expect((await scene.agent.call('type', { ref: field, text: '7' })).facts).toMatchObject({ trusted: isTrusted });
    expect((await scene.agent.call('click', { ref: pay })).facts).toMatchObject({
      trusted: isTrusted,
      changes: ['+ Paid 7'],
    });
  });
}
