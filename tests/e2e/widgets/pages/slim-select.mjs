// Slim Select: a drop-down of divs.
import SlimSelect from 'slim-select';
import 'slim-select/styles';
import { byId, COUNTRIES, options, show } from '../page.mjs';

show(`<p>Country</p> <select id="country" aria-label="Country">${options(COUNTRIES)}</select>`, () => ({
  country: byId('country').value,
}));
new SlimSelect({ select: byId('country') });
