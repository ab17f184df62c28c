// Tom Select: several choices with a button to remove each.
import TomSelect from 'tom-select';
import 'tom-select/dist/css/tom-select.css';
import { byId, COUNTRIES, options, show } from '../page.mjs';

show(
  `<label for="countries">Countries</label> <select id="countries" multiple placeholder="Choose countries">${options(COUNTRIES)}</select>`,
  () => ({ countries: [...byId('countries').selectedOptions].map(({ value }) => value) }),
);
new TomSelect(byId('countries'), { plugins: ['remove_button'], items: ['poland'] });
