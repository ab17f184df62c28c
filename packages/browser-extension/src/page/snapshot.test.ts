import { describe, expect, it } from 'vitest';
import { Refs } from './refs.ts';
import { write } from './snapshot.ts';
import type { Item, PageNode } from './tree.ts';

function node(role: string, name: string, children: readonly Item[] = [], rest: Partial<PageNode> = {}): PageNode {
  // The writer only keeps the element for its ref; a document is needed to make a real one.
  const element = { isConnected: true } as Element;
  return { element, role, name, states: [], value: undefined, mayAct: false, children, ...rest };
}

const button = (name: string) => node('button', name, [], { mayAct: true });

describe('a snapshot', () => {
  it('has a line for each thing, indented, with refs only where one can act', () => {
    const page = [
      node('heading 1', 'Welcome'),
      'Some text.',
      node('form', 'Sign in', [
        node('textbox', 'Email', [], { mayAct: true, value: 'a@b.c', states: ['required'] }),
        button('Go "now"'),
      ]),
    ];
    expect(write(page, 1000, new Refs())).toEqual({
      text: [
        'heading 1 "Welcome"',
        'text Some text.',
        'form "Sign in"',
        ' textbox "Email" e1 required = "a@b.c"',
        ' button "Go \\"now\\"" e2',
      ].join('\n'),
      omitted: 0,
      frames: [],
    });
  });

  it('puts a lone text on the line of its place, and drops cells and items around one thing', () => {
    const list = node('list', '', [node('listitem', '', ['One']), node('listitem', '', [button('Two')])]);
    expect(write([list], 1000, new Refs()).text).toBe('list\n listitem: One\n button "Two" e1');
  });

  it('stays within its budget, counts what is missing, and names the ref that shows it', () => {
    const rows = Array.from({ length: 500 }, (_, row) => node('row', '', [button(`Open ${row}`), 'text']));
    const refs = new Refs();
    const { text, omitted } = write(rows, 2000, refs, 'unfold');
    expect(text.length).toBeLessThanOrEqual(2000);
    const shown = text.match(/"Open \d+"/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(20);
    // Every row is three things: itself, its button, its text.
    expect(shown * 3 + omitted).toBeGreaterThanOrEqual(1500 - 2);
    expect(text.split('\n').at(-1)).toMatch(/^… \d+ more$/);
  });

  it('folds what repeats on a page that is too long, so that all else finds room', () => {
    const rows = Array.from({ length: 500 }, (_, row) => node('row', '', [button(`Open ${row}`), 'text']));
    const refs = new Refs();
    const table = node('table', 'Rows', rows);
    const { text, omitted } = write([node('heading 1', 'Top'), table, button('Last')], 2000, refs);
    const lines = text.split('\n');
    expect(lines.at(-1)).toMatch(/^button "Last" e\d+$/);
    const [, count, ref = ''] = / … (\d+) more like these in (e\d+)/.exec(text) ?? [];
    expect([count, omitted]).toEqual(['492', 492 * 3]);
    expect(refs.find(ref).element).toBe(table.element);
  });

  it('folds nothing where all of it fits', () => {
    const rows = Array.from({ length: 50 }, (_, row) => button(`Open ${row}`));
    expect(write(rows, 5000, new Refs())).toMatchObject({ omitted: 0, text: expect.stringContaining('"Open 49"') });
  });

  it('keeps a ref while role and name stay the same', () => {
    const refs = new Refs();
    const save = button('Save');
    const first = write([save], 100, refs).text;
    expect(write([button('New'), save], 100, refs).text).toBe(`button "New" e2\n${first}`);
    expect(write([{ ...save, name: 'Saved' }], 100, refs).text).toBe('button "Saved" e3');
  });
});

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
    expect(() => refs.find(ref)).toThrow('e1 was button "Save", which is no longer on the page.');
  });

  it('tell a ref of a page that the tab has left from one that never was', () => {
    const refs = new Refs();
    refs.startAt(40);
    expect(refs.refOf(element(), 'link "Next"')).toBe('e40');
    expect(() => refs.find('e12')).toThrow('e12 is from before this page was loaded.');
    expect(() => refs.find('e41')).toThrow('e41 is not on this page.');
  });

  it.each(['', 'e', 'e0', '12', 'e1x', 'E1', `e${'9'.repeat(30)}`])('take %j for no ref', (ref) => {
    expect(() => new Refs().find(ref)).toThrow('is no ref');
  });
});
