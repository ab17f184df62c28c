// react-datepicker: a calendar that opens on focus.
import { createElement as h, useState } from 'react';
import { DatePicker } from 'react-datepicker';
import 'react-datepicker/dist/react-datepicker.css';
import { showReact } from '../react-page.mjs';

function Form({ keep }) {
  const [day, setDay] = useState(null);
  keep({ day: day === null ? '' : `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}` });
  return h(
    'label',
    null,
    'Day ',
    h(DatePicker, { selected: day, onChange: setDay, openToDate: new Date(2027, 2, 10) }),
  );
}

showReact(Form);
