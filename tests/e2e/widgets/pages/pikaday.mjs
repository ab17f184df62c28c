// Pikaday: a calendar of buttons in a table.
import Pikaday from 'pikaday';
import 'pikaday/css/pikaday.css';
import { byId, show } from '../page.mjs';

const state = { day: '' };
show('<label>Day <input id="day"></label>', () => state);
new Pikaday({
  field: byId('day'),
  defaultDate: new Date(2027, 2, 10),
  onSelect: (date) => {
    state.day = `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
  },
});
