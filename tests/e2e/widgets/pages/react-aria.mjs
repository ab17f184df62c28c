// React Aria Components: a date field of segments, a number field and a combobox.

import { createElement as h, useState } from 'react';
import {
  Button,
  ComboBox,
  DateField,
  DateInput,
  DateSegment,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Popover,
} from 'react-aria-components';
import { showReact } from '../react-page.mjs';

function Form({ keep }) {
  const [born, setBorn] = useState(null);
  const [count, setCount] = useState(1);
  const [pet, setPet] = useState(null);
  keep({ born: born?.toString() ?? '', count, pet });
  return h(
    'div',
    { lang: 'en-US' },
    h(
      DateField,
      { value: born, onChange: setBorn },
      h(Label, null, 'Born'),
      h(DateInput, null, (segment) => h(DateSegment, { segment })),
    ),
    h(
      NumberField,
      { value: count, onChange: setCount, minValue: 0 },
      h(Label, null, 'Cookies'),
      h(Group, null, h(Button, { slot: 'decrement' }, '-'), h(Input), h(Button, { slot: 'increment' }, '+')),
    ),
    h(
      ComboBox,
      { selectedKey: pet, onSelectionChange: setPet },
      h(Label, null, 'Pet'),
      h('div', null, h(Input), h(Button, null, '▼')),
      h(
        Popover,
        null,
        h(
          ListBox,
          null,
          ['Cat', 'Dog', 'Panda'].map((name) => h(ListBoxItem, { key: name, id: name }, name)),
        ),
      ),
    ),
  );
}

showReact(Form);
