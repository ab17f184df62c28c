// Dragula: things to be dragged from one box into another.
import dragula from 'dragula';
import 'dragula/dist/dragula.css';
import { byId, show } from '../page.mjs';

const box = (id, title, names) =>
  `<section style="float: left; width: 220px; margin: 10px"><h2>${title}</h2><div id="${id}" style="min-height: 200px; border: 1px solid">${names
    .map((name) => `<div style="padding: 10px; border: 1px dotted">${name}</div>`)
    .join('')}</div></section>`;
show(box('left', 'Pantry', ['Flour', 'Sugar', 'Salt']) + box('right', 'Basket', ['Milk']), () => ({
  left: [...byId('left').children].map(({ textContent }) => textContent),
  right: [...byId('right').children].map(({ textContent }) => textContent),
}));
dragula([byId('left'), byId('right')]);
