// Chosen: a drop-down drawn with links and list items.
import { $ } from '../jquery-global.mjs';
import 'chosen-js';
import 'chosen-js/chosen.css';
import { COUNTRIES, options, show } from '../page.mjs';

show(
  `<label for="country">Country</label> <select id="country" data-placeholder="Choose a country" style="width: 300px"><option></option>${options(COUNTRIES)}</select>`,
  () => ({ country: $('#country').val() }),
);
$('#country').chosen();
