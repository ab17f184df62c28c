// Tippy.js: a tooltip with a button in it, shown while the pointer is near.
import tippy from 'tippy.js';
import 'tippy.js/dist/tippy.css';
import { byId, show } from '../page.mjs';

const state = { liked: false };
show(
  '<p style="margin: 100px"><span id="author" style="border-bottom: 1px dotted">Ada Lovelace</span></p>',
  () => state,
);
const card = document.createElement('div');
card.innerHTML = '<p>Mathematician</p><button>Follow</button>';
card.querySelector('button').addEventListener('click', () => {
  state.liked = true;
});
tippy(byId('author'), {
  content: card,
  interactive: true,
  trigger: 'mouseenter',
  appendTo: document.body,
  duration: 0,
});
