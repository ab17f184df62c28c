import { describe, expect, it } from 'vitest';
import { Refs } from './refs.ts';

describe('refs', () => {
  const element = (isConnected = true) => ({ isConnected }) as Element;

  it('find their element and what it was called', () => {
    const refs = new Refs();
    const save = element();
    expect(refs.find(refs.refOf(save, 'button "Save"'))).toEqual({ element: save, label: 'button "Save"' });
  });

  it('say of an element that is gone what it was', () => {
    const refs = new Refs();
    const ref = refs.refOf(element(false), 'button "Save"');
    const fault = { message: 'e1 is no longer on the page.', pageText: 'it was button "Save"' };
    expect(() => refs.find(ref)).toThrow(expect.objectContaining({ fault: expect.objectContaining(fault) }));
  });

  it('of what is gone can go to a successor, if nothing else was ever called the same', () => {
    const refs = new Refs();
    const [browse, open, other] = [element(false), element(false), element(false)];
    const named = [
      refs.refOf(browse, 'button "Browse"'),
      refs.refOf(open, 'button "Open"'),
      refs.refOf(other, 'button "Open"'),
    ];
    expect(named.map((ref) => refs.lost(ref)?.label)).toEqual(['button "Browse"', undefined, undefined]);
    const successor = element();
    refs.giveLost('e1', successor);
    expect(refs.find('e1').element).toBe(successor);
    expect(refs.refOf(successor, 'button "Browse"')).toBe('e1');
    expect(refs.lost('e1')).toBeUndefined();
  });

  it('tell a ref of a page that the tab has left from one that never was', () => {
    const refs = new Refs();
    refs.startAt(40);
    expect(refs.refOf(element(), 'link "Next"')).toBe('e40');
    expect(() => refs.find('e12')).toThrow('e12 is from before this page was loaded.');
    expect(() => refs.find('e41')).toThrow('e41 is not on this page.');
  });

  it('begin anywhere and leave numbers out, as chance has it', () => {
    const chances = [0.5, 0.9, 0, 0.9];
    const refs = new Refs(() => chances.shift() ?? 0);
    expect(Array.from({ length: 4 }, (_, at) => refs.refOf(element(), `link "${at}"`))).toEqual([
      'e101',
      'e103',
      'e104',
      'e106',
    ]);
  });

  it.each(['', 'e', 'e0', '12', 'e1x', 'E1', `e${'9'.repeat(30)}`])('take %j for no ref', (ref) => {
    expect(() => new Refs().find(ref)).toThrow('is not a ref');
  });
});
