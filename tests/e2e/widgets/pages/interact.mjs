// interact.js: a box to be dragged into an area by pointer events.
import interact from 'interactjs';
import { byId, show } from '../page.mjs';

const state = { dropped: '' };
show(
  `<div id="parcel" style="width: 100px; height: 60px; background: #cde; touch-action: none; position: relative; z-index: 1">Parcel</div>
<div id="dock" style="width: 300px; height: 200px; margin-top: 80px; border: 2px dashed">Dock</div>`,
  () => state,
);
const at = { x: 0, y: 0 };
interact('#parcel').draggable({
  listeners: {
    move({ dx, dy, target }) {
      at.x += dx;
      at.y += dy;
      target.style.transform = `translate(${at.x}px, ${at.y}px)`;
    },
  },
});
interact('#dock').dropzone({
  ondrop: ({ relatedTarget }) => {
    state.dropped = relatedTarget.id;
    byId('dock').textContent = 'Dock: parcel arrived';
  },
});
