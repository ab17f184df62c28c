// typeahead.js: suggestions drawn as divs, chosen by click.
import { $ } from '../jquery-global.mjs';
import 'corejs-typeahead/dist/typeahead.jquery.js';
import { COUNTRIES, show } from '../page.mjs';

const state = { chosen: '' };
show('<label>Country <input id="country" type="text"></label>', () => state);
$('#country').typeahead(
  { minLength: 1 },
  {
    name: 'countries',
    source: (query, take) => take(COUNTRIES.filter((one) => one.toLowerCase().startsWith(query.toLowerCase()))),
  },
);
$('#country').on('typeahead:select', (_, name) => {
  state.chosen = name;
});
