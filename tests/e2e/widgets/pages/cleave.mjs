// Cleave.js: a card number in blocks.
import Cleave from 'cleave.js';
import { byId, show } from '../page.mjs';

show('<label>Member number <input id="number"></label>', () => ({
  number: byId('number').value,
  raw: cleave.getRawValue(),
}));
const cleave = new Cleave('#number', { blocks: [3, 3, 4], delimiter: '-', numericOnly: true });
