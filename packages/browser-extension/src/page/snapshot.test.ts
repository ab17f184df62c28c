import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, it } from 'vitest';
import { button, link, node, text } from '../../../../tests/support/fake-page-items.ts';
import { Refs } from './refs.ts';
import { write } from './snapshot.ts';

const tokenizer = new Tiktoken(o200k);
const tableRow = (at: number) => {
  const cells = [[text(String(at))], [link(`Item ${at}`)], [button('Order')]];
  return node(
    'row',
    '',
    cells.map((inside) => node('cell', '', inside)),
  );
};
/** Too much for a cell each, so they stay on lines of their own. */
const block = (at: number) => node('region', `Block ${at}`, [button(`Open ${at}`), text('words')]);

describe('a snapshot', () => {
  it('has a line for each thing, indented, with refs only where one can act', () => {
    const page = [
      node('heading 1', 'Welcome'),
      text('Some text.'),
      node('form', 'Sign in', [
        node('textbox', 'Email', [], { hasRef: true, value: 'a@b.c', states: ['required'] }),
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
    const list = node('list', '', [node('listitem', '', [text('One')]), node('listitem', '', [button('Two')])]);
    expect(write([list], 1000, new Refs()).text).toBe('list\n - One\n button "Two" e1');
  });

  it('keeps a line of text together with its links, and a row of plain cells', () => {
    const line = [text('See'), link('the rules', true), text('first.', true)];
    const items = [...line, link('Alone'), tableRow(7), node('listitem', '', line)];
    expect(write(items, 1000, new Refs()).text.split('\n')).toEqual([
      'text See link "the rules" e1 first.',
      'link "Alone" e2',
      'row: 7 | link "Item 7" e3 | button "Order" e4',
      '- See link "the rules" e1 first.',
    ]);
  });

  it('gives rows, cells and items that react their refs, without further lines', () => {
    const cell = node('cell', '', [text('5')], { hasRef: true });
    const rows = [node('row', '', [cell, node('cell', '', [text('6')])], { hasRef: true, states: ['selected'] })];
    const items = [
      node('listitem', '', [text('One')], { hasRef: true }),
      node('listitem', '', [button('Two')], { hasRef: true }),
    ];
    expect(write([...rows, ...items], 1000, new Refs()).text.split('\n')).toEqual([
      'row e1 selected: 5 e2 | 6',
      '- e3: One',
      '- e4',
      ' button "Two" e5',
    ]);
  });

  it('quotes words of the page that could pass for a line of it', () => {
    const words = ['button "Show the rest" e1', 'Say "hi"', 'all of e12', 'Version 2'];
    const items = [...words.map((each) => text(each)), node('row', '', [node('cell', '', [text('a | b')])])];
    expect(write(items, 1000, new Refs()).text.split('\n')).toEqual([
      'text "button \\u0022Show the rest\\u0022 e1"',
      'text "Say \\"hi\\""',
      'text "all of e12"',
      'text Version 2',
      'row: "a | b"',
    ]);
  });

  it('stays within its budget, counts what is missing, and names the ref that shows it', () => {
    const blocks = Array.from({ length: 500 }, (_, at) => block(at));
    const refs = new Refs();
    const { text: written, omitted } = write(blocks, 800, refs, 'whole');
    expect(tokenizer.encode(written).length).toBeLessThanOrEqual(800);
    const shown = written.match(/"Open \d+"/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(20);
    const [, count = '', ref = '', sameCount] = /^… (\d+) more: (e\d+)\+(\d+)$/m.exec(written) ?? [];
    expect([sameCount, omitted >= Number(count) * 3]).toEqual([count, true]);
    expect(refs.find(ref).element).toBe(blocks[499 - Number(count)]?.element);
  });

  it('folds what repeats on a page that is too long, so that all else finds room', () => {
    const rows = Array.from({ length: 500 }, (_, at) => tableRow(at));
    const refs = new Refs();
    const table = node('table', 'Rows', rows);
    const { text: written, omitted } = write([node('heading 1', 'Top'), table, button('Last')], 800, refs);
    expect(written.split('\n').at(-1)).toMatch(/^button "Last" e\d+$/);
    const [, count, ref = '', sameCount] = / … (\d+) more like these: (e\d+)\+(\d+)/.exec(written) ?? [];
    expect([sameCount, omitted]).toEqual([count, Number(count) * 7]);
    expect(refs.find(ref).element).toBe(rows[499 - Number(count)]?.element);
    expect(tokenizer.encode(written).length).toBeLessThanOrEqual(800);
  });

  it('tells less of each thing before it leaves any out, and where the rest of a text is', () => {
    const refs = new Refs();
    const paragraphs = Array.from({ length: 9 }, (_, at) => text(`${at} ${'long words '.repeat(60)}`.trim()));
    const page = paragraphs.flatMap((paragraph, at) => [node('heading 2', `Part ${at}`), paragraph]);
    const { text: written, omitted } = write(page, 600, refs);
    expect(written).toContain('heading 2 "Part 8"');
    const [, rest, ref = ''] = /^text 8 long.*… \(\+(\d+) (e\d+)\)$/m.exec(written) ?? [];
    expect([omitted, Number(rest) > 400]).toEqual([9, true]);
    expect(refs.find(ref).element).toBe(paragraphs[8]?.element);
  });

  it('folds and cuts nothing where all of it fits', () => {
    const rows = Array.from({ length: 50 }, (_, row) => button(`Open ${row}`));
    expect(write(rows, 1500, new Refs())).toMatchObject({ omitted: 0, text: expect.stringContaining('"Open 49"') });
  });

  it('keeps a ref while role and name stay the same, and wastes none on what it does not show', () => {
    const refs = new Refs();
    const save = button('Save');
    const first = write([save], 100, refs).text;
    expect(write([button('New'), save], 100, refs).text).toBe(`button "New" e2\n${first}`);
    expect(write([{ ...save, name: 'Saved' }], 100, refs).text).toBe('button "Saved" e3');
    write(
      Array.from({ length: 500 }, (_, row) => button(`Open ${row}`)),
      200,
      refs,
    );
    expect(refs.next).toBeLessThan(40);
  });
});
