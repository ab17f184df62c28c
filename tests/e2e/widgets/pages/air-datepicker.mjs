// Air Datepicker: a calendar of divs.
import AirDatepicker from 'air-datepicker';
import 'air-datepicker/air-datepicker.css';
import en from 'air-datepicker/locale/en';
import { byId, show } from '../page.mjs';

show('<label>Day <input id="day" autocomplete="off"></label>', () => ({ day: byId('day').value }));
new AirDatepicker(byId('day'), { locale: en.default ?? en, startDate: '2027-03-10', dateFormat: 'yyyy-MM-dd' });
