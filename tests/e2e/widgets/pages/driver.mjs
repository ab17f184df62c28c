// driver.js: a tour through a page, step by step.
import { driver } from 'driver.js';
import 'driver.js/dist/driver.css';
import { byId, show } from '../page.mjs';

const state = { steps: 0, isDone: false };
show('<button id="start">Show me around</button><p id="a">Inbox</p><p id="b">Outbox</p>', () => state);
byId('start').addEventListener('click', () => {
  const tour = driver({
    animate: false,
    steps: [
      { element: '#a', popover: { title: 'Inbox', description: 'What came' } },
      { element: '#b', popover: { title: 'Outbox', description: 'What goes' } },
    ],
    onHighlighted: () => {
      state.steps += 1;
    },
    onDestroyed: () => {
      state.isDone = true;
    },
  });
  tour.drive();
});
