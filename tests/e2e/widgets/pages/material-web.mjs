// Material Web: text field, select, checkbox, switch, chips and a menu.
import '@material/web/button/filled-button.js';
import '@material/web/checkbox/checkbox.js';
import '@material/web/chips/chip-set.js';
import '@material/web/chips/filter-chip.js';
import '@material/web/menu/menu.js';
import '@material/web/menu/menu-item.js';
import '@material/web/select/outlined-select.js';
import '@material/web/select/select-option.js';
import '@material/web/slider/slider.js';
import '@material/web/switch/switch.js';
import '@material/web/textfield/outlined-text-field.js';
import { byId, show } from '../page.mjs';

const state = { done: '' };
show(
  `<md-outlined-text-field id="title" label="Title"></md-outlined-text-field>
<md-outlined-select id="tone" label="Tone"><md-select-option value="calm"><div slot="headline">Calm</div></md-select-option><md-select-option value="loud"><div slot="headline">Loud</div></md-select-option></md-outlined-select>
<label><md-checkbox id="copy" touch-target="wrapper"></md-checkbox> Send a copy</label><label><md-switch id="wifi" aria-label="Wifi"></md-switch></label>
<md-chip-set><md-filter-chip id="vegan" label="Vegan"></md-filter-chip></md-chip-set><md-slider id="speed" aria-label="Speed" min="0" max="10" value="3"></md-slider>
<div style="position: relative"><md-filled-button id="menu-button">Actions</md-filled-button><md-menu id="menu" anchor="menu-button"><md-menu-item id="mute"><div slot="headline">Mute</div></md-menu-item><md-menu-item><div slot="headline">Pin</div></md-menu-item></md-menu></div>`,
  () => ({
    ...state,
    title: byId('title').value,
    tone: byId('tone').value,
    copy: byId('copy').checked,
    wifi: byId('wifi').selected,
    vegan: byId('vegan').selected,
    speed: byId('speed').value,
  }),
);
byId('menu-button').addEventListener('click', () => {
  byId('menu').open = !byId('menu').open;
});
byId('mute').addEventListener('click', () => {
  state.done = 'Mute';
});
