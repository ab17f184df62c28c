// Select2: a searchable single choice, and one of many with tags.

import select2 from 'select2';
import { $ } from '../jquery-global.mjs';
import 'select2/dist/css/select2.css';
import { COUNTRIES, options, show } from '../page.mjs';

show(
  `<label for="country">Country</label> <select id="country" style="width: 300px">${options(COUNTRIES)}</select>
<label for="colours">Colours</label> <select id="colours" multiple style="width: 300px">${options(['Red', 'Green', 'Blue', 'Black'])}</select>`,
  () => ({ country: $('#country').val(), colours: $('#colours').val() }),
);
select2(globalThis, $);
$('#country').select2();
$('#colours').select2({ placeholder: 'Choose colours' });
