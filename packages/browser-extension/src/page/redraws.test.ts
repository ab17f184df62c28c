import { describe, expect, it } from 'vitest';
import type { Leaf } from './leaves.ts';
import { compare } from './redraws.ts';

/** Compared by key and kind alone, so the node may be anything. */
const leaf = (key: string): Leaf => ({
  node: { key } as unknown as Text,
  kind: key.startsWith('!') ? 'button' : 'text',
  key,
});
const leaves = (...keys: string[]) => keys.map(leaf);
const row = (name: string, count: number) => [name, String(count), `!Buy ${name}`, `Buy ${name}`];

function said(before: readonly Leaf[], after: readonly Leaf[]) {
  const { fresh, gone, changed, moved } = compare(before, after);
  return {
    fresh: [...fresh].map(({ key }) => key),
    gone: [...gone].map(({ key }) => key),
    changed: changed.map(({ old, now }) => `${old.key} → ${now.key}`),
    moved: moved.length,
  };
}

const none = { fresh: [], gone: [], changed: [], moved: 0 };

describe('a part that was drawn anew', () => {
  it('says nothing where all is as before', () => {
    expect(said(leaves(...row('Pears', 1)), leaves(...row('Pears', 1)))).toEqual(none);
  });

  it('shows the one text that changed among equal ones', () => {
    const before = leaves(...row('Pears', 1), ...row('Plums', 1), ...row('Figs', 1));
    const after = leaves(...row('Pears', 1), ...row('Plums', 2), ...row('Figs', 1));
    expect(said(before, after)).toEqual({ ...none, changed: ['1 → 2'] });
  });

  it('shows a row that came and a row that went, each whole', () => {
    const [pears, plums, figs] = [row('Pears', 1), row('Plums', 1), row('Figs', 1)];
    expect(said(leaves(...pears, ...figs), leaves(...pears, ...plums, ...figs))).toEqual({ ...none, fresh: plums });
    expect(said(leaves(...pears, ...plums, ...figs), leaves(...plums, ...figs))).toEqual({ ...none, gone: pears });
  });

  it('shows a control that is called otherwise now', () => {
    const before = leaves('Shop', '!Cart 0', 'Cart 0', 'End');
    const after = leaves('Shop', '!Cart 1', 'Cart 1', 'End');
    expect(said(before, after)).toEqual({ ...none, changed: ['!Cart 0 → !Cart 1', 'Cart 0 → Cart 1'] });
  });

  it('is sorted where the same stands in another order', () => {
    const { moved, ...rest } = said(leaves('A', 'B', 'C'), leaves('C', 'A', 'B'));
    expect(rest).toEqual({ fresh: [], gone: [], changed: [] });
    expect(moved).toBeGreaterThan(0);
  });

  it('is new where nothing of it was there before', () => {
    expect(said(leaves('Home', 'Welcome'), leaves('List', 'Items'))).toEqual({
      ...none,
      fresh: ['List', 'Items'],
      gone: ['Home', 'Welcome'],
    });
    expect(said(leaves('0'), leaves('1'))).toEqual({ ...none, changed: ['0 → 1'] });
  });
});
