import { describe, expect, it } from 'vitest';
import { notebookCells } from './notebook-cells.ts';

const notebook = JSON.stringify(
  {
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Title\n', 'text'] },
      { cell_type: 'code', metadata: {}, outputs: [{ text: 'old' }], source: 'print("a")\nprint(2)\n' },
    ],
    metadata: { kernelspec: { name: 'x' } },
    nbformat: 4,
  },
  null,
  1,
);

describe('the cells of a notebook', () => {
  it('are one text, and an edit of it changes the source of its cell alone', () => {
    const cells = notebookCells(notebook);
    expect(cells?.text).toBe('# Cell 1 [markdown]\n# Title\ntext\n\n# Cell 2 [code]\nprint("a")\nprint(2)\n');
    expect(cells?.withText(cells.text)).toBe(notebook);
    const second = cells?.withText(cells.text.replace('print("a")', 'print("b", "\\n")\n# more'));
    expect(second).toBe(notebook.replace('print(\\"a\\")', 'print(\\"b\\", \\"\\\\n\\")\\n# more'));
    const first = cells?.withText(cells.text.replace('text', 'text\nand more'));
    expect(first).toBe(notebook.replace('"text"', '"text\\n",\n    "and more"'));
  });

  it('lose nothing of their source where an edit takes the empty line between two of them', () => {
    const cells = notebookCells(notebook);
    const tight = cells?.text.replace('text\n\n# Cell 2', 'texts\n# Cell 2') ?? '';
    expect(cells?.withText(tight)).toBe(notebook.replace('"text"', '"texts"'));
  });

  it('stay what they are: heads that come, go or change are not taken', () => {
    const cells = notebookCells(notebook);
    expect(cells?.withText(`${cells.text}\n\n# Cell 3 [code]\nx`)).toBeUndefined();
    expect(cells?.withText(cells.text.replace('# Cell 2 [code]\n', ''))).toBeUndefined();
    expect(cells?.withText(`of no cell\n${cells.text}`)).toBeUndefined();
    const odd = { cells: [{ cell_type: 'code', source: '# Cell 7 [code]\n' }] };
    expect([notebookCells('{}'), notebookCells('no JSON'), notebookCells(JSON.stringify(odd))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const compact = '{"cells":[{"cell_type":"code","source":["a"]}]}';
    expect(notebookCells(compact)?.withText('# Cell 1 [code]\nb\nc')).toBe(compact.replace('"a"', '"b\\n","c"'));
  });
});
