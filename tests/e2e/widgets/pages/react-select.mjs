// react-select: a single choice and one of many.
import { createElement as h, useState } from 'react';
import Select from 'react-select';
import { COUNTRIES } from '../page.mjs';
import { showReact } from '../react-page.mjs';

const options = COUNTRIES.map((label) => ({ value: label.toLowerCase(), label }));

function Form({ keep }) {
  const [country, setCountry] = useState(null);
  const [visited, setVisited] = useState([]);
  keep({ country: country?.value, visited: visited.map(({ value }) => value) });
  return h(
    'div',
    null,
    h('p', null, 'Country'),
    h(Select, { options, value: country, onChange: setCountry, 'aria-label': 'Country' }),
    h('p', null, 'Visited'),
    h(Select, { options, isMulti: true, value: visited, onChange: setVisited, 'aria-label': 'Visited' }),
  );
}

showReact(Form);
