// Choices.js: a drop-down with a search field.
import Choices from 'choices.js';
import 'choices.js/public/assets/styles/choices.min.css';
import { byId, COUNTRIES, options, show } from '../page.mjs';

show(
  `<label for="country">Country</label> <select id="country"><option value="">Choose a country</option>${options(COUNTRIES)}</select>`,
  () => ({
    country: byId('country').value,
  }),
);
new Choices(byId('country'));
