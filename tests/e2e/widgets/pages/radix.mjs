// Radix: a menu with a submenu, a select, a dialog and a slider, all drawn in portals.
import { Dialog, DropdownMenu, Select, Slider } from 'radix-ui';
import { createElement as h, useState } from 'react';
import { showReact } from '../react-page.mjs';

function Form({ keep }) {
  const [done, setDone] = useState('');
  const [fruit, setFruit] = useState('apple');
  const [level, setLevel] = useState([50]);
  const [saved, setSaved] = useState('');
  const [draft, setDraft] = useState('');
  keep({ done, fruit, level: level[0], saved });
  const item = (name) => h(DropdownMenu.Item, { key: name, onSelect: () => setDone(name) }, name);
  const option = (name) => h(Select.Item, { key: name, value: name.toLowerCase() }, h(Select.ItemText, null, name));
  return h(
    'div',
    { style: { padding: 20 } },
    h(
      DropdownMenu.Root,
      null,
      h(DropdownMenu.Trigger, null, 'Options'),
      h(
        DropdownMenu.Portal,
        null,
        h(
          DropdownMenu.Content,
          null,
          item('New window'),
          h(
            DropdownMenu.Sub,
            null,
            h(DropdownMenu.SubTrigger, null, 'More tools'),
            h(DropdownMenu.Portal, null, h(DropdownMenu.SubContent, null, item('Save page'), item('Name window'))),
          ),
        ),
      ),
    ),
    h(
      Select.Root,
      { value: fruit, onValueChange: setFruit },
      h(Select.Trigger, { 'aria-label': 'Fruit' }, h(Select.Value)),
      h(Select.Portal, null, h(Select.Content, null, h(Select.Viewport, null, ['Apple', 'Pear', 'Plum'].map(option)))),
    ),
    h(
      Slider.Root,
      {
        value: level,
        onValueChange: setLevel,
        style: { position: 'relative', display: 'flex', width: 200, height: 30, alignItems: 'center' },
      },
      h(Slider.Track, { style: { position: 'relative', flexGrow: 1, height: 4, background: '#ccc' } }, h(Slider.Range)),
      h(Slider.Thumb, {
        'aria-label': 'Brightness',
        style: { display: 'block', width: 16, height: 16, background: 'black' },
      }),
    ),
    h(
      Dialog.Root,
      null,
      h(Dialog.Trigger, null, 'Rename'),
      h(
        Dialog.Portal,
        null,
        h(Dialog.Overlay, { style: { position: 'fixed', inset: 0, background: '#0008' } }),
        h(
          Dialog.Content,
          {
            'aria-describedby': undefined,
            style: { position: 'fixed', top: 100, left: 100, background: 'white', padding: 20 },
          },
          h(Dialog.Title, null, 'Rename the file'),
          h('label', null, 'New name ', h('input', { value: draft, onChange: ({ target }) => setDraft(target.value) })),
          h(Dialog.Close, { onClick: () => setSaved(draft) }, 'Save'),
        ),
      ),
    ),
  );
}

showReact(Form);
