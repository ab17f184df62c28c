// flatpickr: a calendar of spans, and a range.
import flatpickr from 'flatpickr';
import 'flatpickr/dist/flatpickr.css';
import { byId, show } from '../page.mjs';

show('<label>Day <input id="day"></label> <label>Trip <input id="trip"></label>', () => ({
  day: byId('day').value,
  trip: byId('trip').value,
}));
flatpickr(byId('day'), { defaultDate: '2027-03-10' });
flatpickr(byId('trip'), { mode: 'range', defaultDate: ['2027-03-01', '2027-03-02'] });
