// Awesomplete: suggestions as one types.
import Awesomplete from 'awesomplete';
import 'awesomplete/awesomplete.css';
import { byId, COUNTRIES, show } from '../page.mjs';

const state = { chosen: '' };
show('<label>Country <input id="country"></label>', () => ({ ...state, country: byId('country').value }));
new Awesomplete(byId('country'), { list: COUNTRIES });
byId('country').addEventListener('awesomplete-selectcomplete', ({ text }) => {
  state.chosen = text.value;
});
