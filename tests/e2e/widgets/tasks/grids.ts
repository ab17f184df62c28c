// Grids that draw some of their rows, and trees.
import { grouped } from '../task.ts';

export const grids = grouped('grids', [
  {
    title: 'ag-grid edit',
    page: 'ag-grid',
    instruction: 'Set the stock of Part 0003 to 77.',
    async solve(hand) {
      await hand.click({ name: '14', after: 'Part 0003' }, { double: true });
      await hand.type({ name: 'Input Editor', role: 'textbox', isFresh: true }, '77', { submit: true });
    },
    isDone: ({ stock3 }) => Number(stock3) === 77,
  },
  {
    title: 'ag-grid filter',
    page: 'ag-grid',
    instruction: 'Filter the names by "0444" and select that row.',
    async solve(hand) {
      await hand.type({ name: 'Name Filter Input', role: 'textbox' }, '0444', { keys: true });
      await hand.waitFor('Part 0444');
      await hand.click({ name: 'Part 0444', isFresh: true });
    },
    isDone: ({ selected }) => String(selected) === 'Part 0444',
  },
  {
    title: 'ag-grid scroll',
    page: 'ag-grid',
    instruction: 'Scroll down to Part 0030 and select it.',
    async solve(hand) {
      await hand.click('Part 0002');
      for (let turn = 0; turn < 6 && !(await hand.sees('Part 0030')); turn += 1)
        await hand.scroll({ name: 'Part', isFresh: true }, 'down');
      await hand.click({ name: 'Part 0030', isFresh: true });
    },
    isDone: ({ selected }) => String(selected) === 'Part 0030',
  },
  {
    title: 'ag-grid sort',
    page: 'ag-grid',
    instruction: 'Sort by stock, descending: click its header twice.',
    async solve(hand) {
      await hand.click('Stock');
      await hand.click('Stock');
    },
    isDone: ({ firstShown }) => firstShown === 49,
  },
  {
    title: 'tabulator edit',
    page: 'tabulator',
    instruction: "Change Carol's town to Rome.",
    async solve(hand) {
      await hand.click({ name: 'Oslo', after: 'Carol' });
      await hand.type({ name: 'Oslo', role: 'textbox', isFresh: true }, 'Rome', { submit: true });
    },
    isDone: ({ carol }) => carol === 'Rome',
  },
  {
    title: 'tabulator sort',
    page: 'tabulator',
    instruction: 'Sort by age.',
    async solve(hand) {
      await hand.click('Age');
    },
    isDone: ({ sorters }) => String(sorters).startsWith('age'),
  },
  {
    title: 'datatables search',
    page: 'datatables',
    instruction: 'Search for INV-1150 and open it by the word in its row.',
    async solve(hand) {
      await hand.type({ name: 'Search:', role: 'searchbox' }, 'INV-1150', { keys: true });
      await hand.click({ name: 'Open', after: 'INV-1150', isFresh: true });
    },
    isDone: ({ opened }) => opened === 'INV-1150',
  },
  {
    title: 'datatables page',
    page: 'datatables',
    instruction: 'Go to page 3 of the table.',
    async solve(hand) {
      await hand.click({ name: '3', role: 'button' });
    },
    isDone: ({ page }) => page === 2,
  },
  {
    title: 'jspreadsheet edit',
    page: 'jspreadsheet',
    instruction: 'Set the euros for food to 450.',
    async solve(hand) {
      await hand.click('400', { double: true });
      await hand.press('Control+a');
      for (const key of ['4', '5', '0', 'Enter']) await hand.press(key);
    },
    isDone: ({ data }) => JSON.stringify(data).includes('["Food","450"]'),
  },
  {
    title: 'react-window scroll',
    page: 'react-window',
    instruction: 'Scroll down to Message 25 and click it.',
    async solve(hand) {
      for (let turn = 0; turn < 6 && !(await hand.sees('Message 25')); turn += 1)
        await hand.scroll({ name: 'Message', isFresh: true }, 'down');
      await hand.click({ name: 'Message 25', isFresh: true });
    },
    isDone: ({ picked }) => picked === 25,
  },
  {
    title: 'antd transfer',
    page: 'antd',
    instruction: 'Move Grace into the team.',
    async solve(hand) {
      await hand.click({ name: '', role: 'checkbox', after: 'Grace' });
      await hand.click({ name: 'right', role: 'button' });
    },
    isDone: ({ team }) => String(team) === 'Grace',
  },
]);

export const trees = grouped('trees', [
  {
    title: 'jstree',
    page: 'jstree',
    instruction: 'Open Documents and select Bills.',
    async solve(hand) {
      await hand.click({ name: 'Documents', role: 'treeitem' }, { double: true });
      await hand.click({ name: 'Bills', isFresh: true });
    },
    isDone: ({ selected }) => String(selected) === 'Bills',
  },
  {
    title: 'fancytree checkbox',
    page: 'fancytree',
    instruction: 'Open Office and make Sign letters the active node.',
    async solve(hand) {
      await hand.click('Office', { double: true });
      await hand.click({ name: 'Sign letters', isFresh: true });
    },
    isDone: ({ active }) => active === 'Sign letters',
  },
  {
    title: 'shoelace tree',
    page: 'shoelace',
    instruction: 'Open Plants and select Fern.',
    async solve(hand) {
      await hand.press('ArrowRight', { name: 'Plants', role: 'treeitem' });
      await hand.click({ name: 'Fern', isFresh: true });
    },
    isDone: ({ selected }) => String(selected) === 'Fern',
  },
  {
    title: 'jqtree drag',
    page: 'jqtree',
    instruction: 'Drag Bills into Archive.',
    async solve(hand) {
      await hand.drag({ name: 'Bills', role: 'treeitem' }, { name: 'Archive', role: 'treeitem' });
    },
    isDone: ({ tree }) => /"Archive","children":\[[^\]]*"Bills"/.test(JSON.stringify(tree)),
  },
]);
