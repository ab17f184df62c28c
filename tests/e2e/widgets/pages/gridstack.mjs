// GridStack: tiles of a dashboard, moved by dragging.
import { GridStack } from 'gridstack';
import 'gridstack/dist/gridstack.css';
import { show } from '../page.mjs';

const tile = (name, x) =>
  `<div class="grid-stack-item" gs-id="${name}" gs-x="${x}" gs-y="0" gs-w="3" gs-h="2"><div class="grid-stack-item-content" style="background: #dec">${name}</div></div>`;
show(`<div class="grid-stack">${tile('Weather', 0)}${tile('News', 3)}${tile('Mail', 6)}</div>`, () =>
  Object.fromEntries(grid.engine.nodes.map(({ id, x, y }) => [id, { x, y }])),
);
const grid = GridStack.init({ cellHeight: 60, float: true });
