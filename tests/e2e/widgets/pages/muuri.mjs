// Muuri: a grid whose order is in transforms, not in the document.
import Muuri from 'muuri';
import { show } from '../page.mjs';

const style = `<style>.grid { position: relative; width: 340px; height: 240px }
.item { position: absolute; width: 100px; height: 100px; margin: 5px; background: #369; color: #fff }
.muuri-item-dragging { z-index: 3 }</style>`;
const item = (name) => `<div class="item"><div>${name}</div></div>`;
show(`${style}<div class="grid">${['Alpha', 'Beta', 'Gamma', 'Delta'].map(item).join('')}</div>`, () => ({
  order: grid.getItems().map((one) => one.getElement().textContent),
}));
const grid = new Muuri('.grid', { dragEnabled: true });
