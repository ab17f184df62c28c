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
    const table = node('table', 'Rows', rows);
    const { text, omitted } = write([node('heading 1', 'Top'), table, button('Last')], 2000, refs);
    expect(text.length).toBeLessThanOrEqual(2000);
    const shown = text.match(/"Open \d+"/g)?.length ?? 0;
    const ref = / … \d+ more in (e\d+)/.exec(text)?.[1] ?? '';
    expect(refs.find(ref).element).toBe(table.element);
    // Every row is three things: itself, its button, its text; the last button is the one thing after the table.
    expect(shown * 3 + omitted).toBeGreaterThanOrEqual(1500 - 2);
    expect(text.split('\n').at(-1)).toBe('… 1 more');
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
