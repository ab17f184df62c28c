// Lists, boxes, boards and tiles that are sorted by dragging, and two that are sorted by keys alone.
import { grouped } from '../task.ts';

const has = (list: unknown, name: string) => Array.isArray(list) && list.includes(name);
const indexIn = (list: unknown, name: string) => (Array.isArray(list) ? list.indexOf(name) : -1);

export const sortables = grouped('sortables', [
  {
    title: 'jquery-ui sortable',
    page: 'jquery-ui',
    instruction: 'Drag Apple down to where Cherry is.',
    async solve(hand) {
      await hand.drag('Apple', 'Cherry');
    },
    isDone: ({ order }) => indexIn(order, 'Apple') >= 1,
  },
  {
    title: 'sortablejs',
    page: 'sortablejs',
    instruction: 'Drag Wash down to where Fold is.',
    async solve(hand) {
      await hand.drag('Wash', 'Fold');
    },
    isDone: ({ tasks }) => indexIn(tasks, 'Wash') >= 1,
  },
  {
    title: 'sortablejs handle',
    page: 'sortablejs',
    instruction: 'Drag the step Test by its handle to where Plan is.',
    async solve(hand) {
      await hand.drag({ name: '☰', nth: 2 }, { name: '☰', nth: 0 });
    },
    isDone: ({ steps }) => indexIn(steps, 'Test') === 0,
  },
  {
    title: 'dragula',
    page: 'dragula',
    instruction: 'Drag Sugar from the pantry onto Milk in the basket.',
    async solve(hand) {
      await hand.drag('Sugar', 'Milk');
    },
    isDone: ({ right }) => has(right, 'Sugar'),
  },
  {
    title: 'interact drop',
    page: 'interact',
    instruction: 'Drag the parcel into the dock.',
    async solve(hand) {
      await hand.drag('Parcel', 'Dock');
    },
    isDone: ({ dropped }) => dropped === 'parcel',
  },
  {
    title: 'muuri grid',
    page: 'muuri',
    instruction: 'Drag Delta to where Alpha is.',
    async solve(hand) {
      await hand.drag('Delta', 'Alpha');
    },
    isDone: ({ order }) => indexIn(order, 'Delta') === 0,
  },
]);

export const boards = grouped('boards', [
  {
    title: 'jkanban',
    page: 'jkanban',
    instruction: 'Move the card "Fix the bell" to Done, onto "Buy oil".',
    async solve(hand) {
      await hand.drag('Fix the bell', 'Buy oil');
    },
    isDone: ({ done }) => has(done, 'Fix the bell'),
  },
  {
    title: 'pangea-dnd mouse',
    page: 'pangea-dnd',
    instruction: 'Drag Ticket B onto Ticket D in the column Closed.',
    async solve(hand) {
      await hand.drag('Ticket B', 'Ticket D');
    },
    isDone: ({ Closed }) => has(Closed, 'Ticket B'),
  },
  {
    title: 'gridstack',
    page: 'gridstack',
    instruction: 'Drag the tile Weather to where Mail is.',
    async solve(hand) {
      await hand.drag('Weather', 'Mail');
    },
    isDone: ({ Weather }) => JSON.stringify(Weather) !== '{"x":0,"y":0}',
  },
]);

export const keyboardDrags = grouped('drags by keyboard', [
  {
    title: 'pangea-dnd keys',
    page: 'pangea-dnd',
    instruction: 'Move Ticket A below Ticket B with the keyboard: Space, arrow down, Space.',
    async solve(hand) {
      await hand.press(' ', 'Ticket A');
      await hand.press('ArrowDown');
      await hand.press(' ');
    },
    isDone: ({ Open }) => indexIn(Open, 'Ticket A') === 1,
  },
  {
    title: 'dnd-kit keys',
    page: 'dnd-kit',
    instruction: 'Move North below East with the keyboard: Space, arrow down, Space.',
    async solve(hand) {
      await hand.press(' ', 'North');
      await hand.press('ArrowDown');
      await hand.press(' ');
    },
    isDone: ({ items }) => indexIn(items, 'North') === 1,
  },
  {
    title: 'dnd-kit mouse',
    page: 'dnd-kit',
    instruction: 'Drag North to where South is.',
    async solve(hand) {
      await hand.drag('North', 'South');
    },
    isDone: ({ items }) => indexIn(items, 'North') >= 1,
  },
]);
