// Pickr: a colour picker with swatches.
import Pickr from '@simonwep/pickr';
import '@simonwep/pickr/dist/themes/classic.min.css';
import { show } from '../page.mjs';

const state = { colour: '' };
show('<p>Wall colour</p><div id="colour"></div>', () => state);
const pickr = Pickr.create({
  el: '#colour',
  theme: 'classic',
  default: '#ffffff',
  swatches: ['#ff0000', '#00ff00', '#0000ff'],
  components: { interaction: { input: true, save: true } },
});
pickr.on('save', (colour) => {
  state.colour = colour?.toHEXA().toString() ?? '';
});
