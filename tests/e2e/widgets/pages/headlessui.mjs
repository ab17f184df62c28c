// Headless UI: a list box and a group of radios that are divs.
import { Listbox, ListboxButton, ListboxOption, ListboxOptions, Radio, RadioGroup } from '@headlessui/react';
import { createElement as h, useState } from 'react';
import { showReact } from '../react-page.mjs';

function Form({ keep }) {
  const [person, setPerson] = useState('Ada');
  const [plan, setPlan] = useState('Basic');
  keep({ person, plan });
  const people = ['Ada', 'Kurt', 'Grace', 'Alan'];
  return h(
    'div',
    null,
    h(
      Listbox,
      { value: person, onChange: setPerson },
      h(ListboxButton, null, `Assigned to ${person}`),
      h(
        ListboxOptions,
        null,
        people.map((name) => h(ListboxOption, { key: name, value: name }, name)),
      ),
    ),
    h(
      RadioGroup,
      { value: plan, onChange: setPlan, 'aria-label': 'Plan' },
      ['Basic', 'Team', 'Company'].map((name) => h(Radio, { key: name, value: name }, name)),
    ),
  );
}

showReact(Form);
