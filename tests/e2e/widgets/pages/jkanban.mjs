// jKanban: a board whose cards are dragged between columns.
import 'jkanban/dist/jkanban.css';
import source from 'jkanban/dist/jkanban.js' with { type: 'text' };
import { show } from '../page.mjs';

show('<div id="board"></div>', () =>
  Object.fromEntries(
    [...document.querySelectorAll('.kanban-board')].map((board) => [
      board.dataset.id,
      [...board.querySelectorAll('.kanban-item')].map(({ textContent }) => textContent.trim()),
    ]),
  ),
);
// It puts itself into the global `this`, which a module does not have.
const script = document.createElement('script');
script.textContent = source;
document.head.append(script);
const cards = (...titles) => titles.map((title) => ({ title }));
new globalThis.jKanban({
  element: '#board',
  boards: [
    { id: 'todo', title: 'To do', item: cards('Write tests', 'Fix the bell') },
    { id: 'doing', title: 'Doing', item: cards('Paint the gate') },
    { id: 'done', title: 'Done', item: cards('Buy oil') },
  ],
});
