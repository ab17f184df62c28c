// FullCalendar: events that are dragged to another day.
import { Calendar } from '@fullcalendar/core';
import dayGrid from '@fullcalendar/daygrid';
import interaction from '@fullcalendar/interaction';
import { byId, show } from '../page.mjs';

const state = { clicked: '' };
show('<div id="calendar" style="width: 900px"></div>', () => ({
  ...state,
  day: calendar.getEventById('1').startStr,
  month: calendar.getDate().getMonth() + 1,
}));
const calendar = new Calendar(byId('calendar'), {
  plugins: [dayGrid, interaction],
  initialDate: '2027-03-10',
  height: 600,
  editable: true,
  events: [
    { id: '1', title: 'Dentist', start: '2027-03-10' },
    { id: '2', title: 'Market', start: '2027-03-18' },
  ],
  dateClick: ({ dateStr }) => {
    state.clicked = dateStr;
  },
});
calendar.render();
