import { describe, expect, it } from 'vitest';
import { button, link, node, text } from '../../../../tests/support/fake-page-items.ts';
import { findIn } from './find.ts';
import { Refs } from './refs.ts';

const page = [
  node('form', 'Login', [
    node('textbox', 'Email', [], { value: 'a@b.c' }),
    text('Forgot your email?'),
    node('button', 'Go (now)'),
  ]),
];
const find = (words: string, isRegex = false, maxHits = 20) =>
  findIn(page, { text: words, isRegex, maxHits }, new Refs());

describe('find', () => {
  it('meets names, values and texts, whatever their case, and says what holds them', () => {
    expect(find('EMAIL')).toEqual({
      hits: ['textbox "Email" e2 = "a@b.c" in form "Login" e1', 'text "Forgot your email?" e3 in form "Login" e1'],
      total: 2,
    });
    expect(find('a@b').total).toBe(1);
  });

  it('takes plain text as it is, and an expression when told', () => {
    expect(find('go (now)').total).toBe(1);
    expect(find('^(button|form)', true).total).toBe(2);
    expect(() => find('(', true)).toThrow('not a regular expression');
  });

  it('stops at its bound and counts on', () => {
    expect(find('o', false, 1)).toMatchObject({ hits: [expect.any(String)], total: 4 });
  });

  it('shows the whole row of what it finds, once', () => {
    const row = (at: number) =>
      node('row', '', [node('cell', '', [link(`Item ${at}`)]), node('cell', '', [button('Order')])]);
    const found = findIn(
      [node('table', 'Stock', [row(1), row(2)])],
      { text: 'item 2|order', isRegex: true, maxHits: 20 },
      new Refs(),
    );
    expect(found).toEqual({
      hits: ['row e1: link "Item 1" e2 | button "Order" e3', 'row e4: link "Item 2" e5 | button "Order" e6'],
      total: 2,
    });
  });

  it('shows a long text around what it found there', () => {
    const long = text(`${'before '.repeat(200)}needle${' after'.repeat(200)}`);
    const { hits } = findIn([long], { text: 'needle', isRegex: false, maxHits: 20 }, new Refs());
    expect(hits[0]).toMatch(/^text "….*before needle after.*…" e1$/);
    expect(hits[0]?.length).toBeLessThan(400);
  });

  it('gives a ref to the smallest box that has what was found', () => {
    const [box, inner, cell] = [text('Files | '), text('Forward', true), text('Oak')];
    const line = { ...box, text: 'Files | Forward', pieces: [box, inner] };
    const list = [line, node('clickable', 'Files | Forward', [], { hasRef: true, parts: [line] })];
    const refs = new Refs();
    const args = { text: 'forward', isRegex: false, maxHits: 20 };
    const { hits } = findIn(list, args, refs);
    expect(hits).toEqual(['text "Files | Forward" e1', 'text "Forward" e3 in clickable "Files | Forward" e2']);
    expect(refs.find('e1').element).toBe(inner.element);
    const row = node('row', '', [node('cell', '', [cell], { element: cell.element }), node('cell', '', [text('7')])]);
    expect(findIn([row], { ...args, text: 'oak' }, refs).hits).toEqual(['row e4: Oak e5 | 7']);
  });

  it('shows each text of a box that has it, and what a hint says', () => {
    const parts = ['Room A', 'Room B', 'Lobby'].map((words) => text(words));
    const list = [
      node('clickable', 'Room A Room B Lobby', [], { hasRef: true, parts }),
      node('clickable', '', [], { hasRef: true, hint: 'output by Filter' }),
    ];
    const box = 'clickable "Room A Room B Lobby"';
    expect(findIn(list, { text: 'room', isRegex: true, maxHits: 20 }, new Refs()).hits).toEqual([
      expect.stringMatching(`^text "Room A" e\\d+ in ${box} e\\d+$`),
      expect.stringMatching(`^text "Room B" e\\d+ in ${box} e\\d+$`),
    ]);
    expect(findIn(list, { text: 'output', isRegex: false, maxHits: 20 }, new Refs()).total).toBe(1);
  });
});
