// MUI: select, autocomplete, slider, switch, tabs and a menu.
import {
  Autocomplete,
  Button,
  FormControl,
  FormControlLabel,
  InputLabel,
  Menu,
  MenuItem,
  Select,
  Slider,
  Switch,
  Tab,
  Tabs,
  TextField,
} from '@mui/material';
import { createElement as h, useState } from 'react';
import { COUNTRIES } from '../page.mjs';
import { showReact } from '../react-page.mjs';

function Form({ keep }) {
  const [size, setSize] = useState('');
  const [country, setCountry] = useState(null);
  const [level, setLevel] = useState(30);
  const [isOn, setOn] = useState(false);
  const [tab, setTab] = useState(0);
  const [anchor, setAnchor] = useState(null);
  const [done, setDone] = useState('');
  keep({ size, country, level, isOn, tab, done });
  const choose = (name) => {
    setDone(name);
    setAnchor(null);
  };
  const item = (name) => h(MenuItem, { key: name, value: name, onClick: () => choose(name) }, name);
  return h(
    'div',
    { style: { width: 400, padding: 20 } },
    h(
      FormControl,
      { fullWidth: true },
      h(InputLabel, { id: 'size' }, 'Size'),
      h(
        Select,
        { labelId: 'size', label: 'Size', value: size, onChange: ({ target }) => setSize(target.value) },
        ['Small', 'Medium', 'Large'].map((name) => h(MenuItem, { key: name, value: name }, name)),
      ),
    ),
    h(Autocomplete, {
      options: COUNTRIES,
      value: country,
      onChange: (_, value) => setCountry(value),
      renderInput: (props) => h(TextField, { ...props, label: 'Country' }),
    }),
    h(Slider, { 'aria-label': 'Level', value: level, onChange: (_, value) => setLevel(value) }),
    h(FormControlLabel, {
      label: 'Night mode',
      control: h(Switch, { checked: isOn, onChange: (_, value) => setOn(value) }),
    }),
    h(
      Tabs,
      { value: tab, onChange: (_, value) => setTab(value) },
      h(Tab, { label: 'Overview' }),
      h(Tab, { label: 'Details' }),
    ),
    h(Button, { onClick: ({ currentTarget }) => setAnchor(currentTarget) }, 'More'),
    h(Menu, { anchorEl: anchor, open: anchor !== null, onClose: () => setAnchor(null) }, ['Share', 'Print'].map(item)),
  );
}

showReact(Form);
