// vanillajs-datepicker: a calendar of spans.
import { Datepicker } from 'vanillajs-datepicker';
import 'vanillajs-datepicker/css/datepicker.css';
import { byId, show } from '../page.mjs';

show('<label>Day <input id="day"></label>', () => ({ day: byId('day').value }));
new Datepicker(byId('day'), { format: 'yyyy-mm-dd', defaultViewDate: '2027-03-10' });
