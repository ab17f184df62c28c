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
      hits: ['textbox "Email" e2 = "a@b.c" in form "Login" e1', 'text Forgot your email? in form "Login" e1'],
      total: 2,
    });
    expect(find('a@b').total).toBe(1);
  });

  it('takes plain text as it is, and an expression when told', () => {
    expect(find('go (now)').total).toBe(1);
    expect(find('^(button|form)', true).total).toBe(2);
    expect(() => find('(', true)).toThrow('no regular expression');
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
      hits: ['row: link "Item 1" e1 | button "Order" e2', 'row: link "Item 2" e3 | button "Order" e4'],
      total: 2,
    });
  });

  it('shows a long text around what it found there', () => {
    const long = text(`${'before '.repeat(200)}needle${' after'.repeat(200)}`);
    const { hits } = findIn([long], { text: 'needle', isRegex: false, maxHits: 20 }, new Refs());
    expect(hits[0]).toMatch(/^text ….*before needle after.*…$/);
    expect(hits[0]?.length).toBeLessThan(400);
  });
});
