import { describe, expect, it } from 'vitest';
import { findIn } from './find.ts';
import { Refs } from './refs.ts';
import type { Item, PageNode } from './tree.ts';

function node(role: string, name: string, children: readonly Item[] = [], value?: string): PageNode {
  // Only kept for its ref; a document is needed to make a real one.
  const element = { isConnected: true } as Element;
  return { element, role, name, states: [], value, mayAct: false, children };
}

const page = [
  node('form', 'Login', [node('textbox', 'Email', [], 'a@b.c'), 'Forgot your email?', node('button', 'Go (now)')]),
];
const find = (text: string, isRegex = false, maxHits = 20) => findIn(page, { text, isRegex, maxHits }, new Refs());

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
});
