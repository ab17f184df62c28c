// Shoelace: fields, a select, a range, a tree and a dialog, all in shadow trees.
import '@shoelace-style/shoelace/dist/themes/light.css';
import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/checkbox/checkbox.js';
import '@shoelace-style/shoelace/dist/components/dialog/dialog.js';
import '@shoelace-style/shoelace/dist/components/input/input.js';
import '@shoelace-style/shoelace/dist/components/option/option.js';
import '@shoelace-style/shoelace/dist/components/range/range.js';
import '@shoelace-style/shoelace/dist/components/rating/rating.js';
import '@shoelace-style/shoelace/dist/components/select/select.js';
import '@shoelace-style/shoelace/dist/components/tree/tree.js';
import '@shoelace-style/shoelace/dist/components/tree-item/tree-item.js';
import { byId, show } from '../page.mjs';

show(
  `<sl-input id="name" label="Name"></sl-input><sl-checkbox id="agree">I agree</sl-checkbox>
<sl-select id="size" label="Size"><sl-option value="s">Small</sl-option><sl-option value="m">Medium</sl-option><sl-option value="l">Large</sl-option></sl-select>
<sl-range id="heat" label="Heat" min="0" max="10" value="2"></sl-range>
<sl-tree id="tree"><sl-tree-item>Plants<sl-tree-item>Oak</sl-tree-item><sl-tree-item>Fern</sl-tree-item></sl-tree-item><sl-tree-item>Animals</sl-tree-item></sl-tree>
<sl-dialog id="dialog" label="Farewell"><p>Leave now?</p><sl-button id="leave" slot="footer">Leave</sl-button></sl-dialog><sl-button id="open">Log out</sl-button>`,
  () => ({
    name: byId('name').value,
    agree: byId('agree').checked,
    size: byId('size').value,
    heat: byId('heat').value,
    selected: byId('tree').selectedItems.map((item) => item.firstChild.textContent),
    left,
    isOpen: byId('dialog').open,
  }),
);
let left = false;
byId('open').addEventListener('click', () => byId('dialog').show());
byId('leave').addEventListener('click', () => {
  left = true;
  byId('dialog').hide();
});
