// Downshift: a combobox whose markup is the page's own.
import { useCombobox } from 'downshift';
import { createElement as h, useState } from 'react';
import { COUNTRIES } from '../page.mjs';
import { showReact } from '../react-page.mjs';

function Form({ keep }) {
  const [items, setItems] = useState(COUNTRIES);
  const { isOpen, getLabelProps, getMenuProps, getInputProps, getItemProps, selectedItem } = useCombobox({
    items,
    onInputValueChange: ({ inputValue = '' }) =>
      setItems(COUNTRIES.filter((one) => one.toLowerCase().startsWith(inputValue.toLowerCase()))),
  });
  keep({ country: selectedItem });
  return h(
    'div',
    null,
    h('label', getLabelProps(), 'Country'),
    h('input', getInputProps()),
    h(
      'ul',
      getMenuProps(),
      isOpen ? items.map((item, index) => h('li', { key: item, ...getItemProps({ item, index }) }, item)) : null,
    ),
  );
}

showReact(Form);
