// Calendars: a day of the next month is chosen in each, by its own buttons.
import { type Draft, grouped, type Target } from '../task.ts';

interface Calendar {
  readonly page: string;
  readonly field: Target | string;
  readonly next: Target | string;
  readonly day: string;
  readonly isDone: Draft['isDone'];
}

/** Opens at 10 March 2027; 15 April is wanted. */
const april = ({ page, field, next, day, isDone }: Calendar): Draft => ({
  title: `${page} next month`,
  page,
  instruction: 'Choose 15 April 2027 in the calendar of the field.',
  async solve(hand) {
    await hand.click(field);
    await hand.click(typeof next === 'string' ? { name: next, isFresh: true } : { ...next, isFresh: true });
    await hand.click({ name: day, isFresh: true });
  },
  isDone,
});

export const calendars = grouped('calendars', [
  april({
    page: 'jquery-ui',
    field: 'Arrival',
    next: 'Next',
    day: '15',
    isDone: ({ arrival }) => arrival === '04/15/2027',
  }),
  april({ page: 'pikaday', field: 'Day', next: 'Next Month', day: '15', isDone: ({ day }) => day === '2027-4-15' }),
  april({
    page: 'bootstrap-datepicker',
    field: 'Day',
    next: '»',
    day: '15',
    isDone: ({ day }) => day === '2027-04-15',
  }),
  april({
    page: 'vanillajs-datepicker',
    field: 'Day',
    next: '»',
    day: '15',
    isDone: ({ day }) => day === '2027-04-15',
  }),
  april({
    page: 'react-datepicker',
    field: 'Day',
    next: 'Next Month',
    day: 'April 15th, 2027',
    isDone: ({ day }) => day === '2027-4-15',
  }),
  april({
    page: 'element-plus',
    field: 'Choose a day',
    next: 'Next Month',
    day: '15',
    isDone: ({ day }) => day === '2027-04-15',
  }),
  {
    title: 'flatpickr day',
    page: 'flatpickr',
    instruction: 'Choose 24 March 2027 as the day.',
    async solve(hand) {
      await hand.click('Day');
      await hand.click({ name: 'March 24, 2027', isFresh: true });
    },
    isDone: ({ day }) => day === '2027-03-24',
  },
  {
    title: 'flatpickr range',
    page: 'flatpickr',
    instruction: 'Choose a trip from 8 to 12 March 2027.',
    async solve(hand) {
      await hand.click('Trip');
      await hand.click({ name: 'March 8, 2027', isFresh: true });
      await hand.click({ name: 'March 12, 2027', isFresh: true });
    },
    isDone: ({ trip }) => trip === '2027-03-08 to 2027-03-12',
  },
  {
    title: 'air-datepicker day',
    page: 'air-datepicker',
    instruction: 'Choose 24 March 2027 as the day.',
    async solve(hand) {
      await hand.click('Day');
      await hand.click({ name: '24', isFresh: true });
    },
    isDone: ({ day }) => day === '2027-03-24',
  },
  {
    title: 'react-aria segments',
    page: 'react-aria',
    instruction: 'Set the date of birth to 2/3/1999 in its three segments.',
    async solve(hand) {
      await hand.click({ name: 'month, Born', role: 'spinbutton' });
      for (const key of ['0', '2', '0', '3', '1', '9', '9', '9']) await hand.press(key);
    },
    isDone: ({ born }) => born === '1999-02-03',
  },
  {
    title: 'fullcalendar drag',
    page: 'fullcalendar',
    instruction: 'Move the event Dentist to the day of the event Market.',
    async solve(hand) {
      await hand.drag('Dentist', 'Market');
    },
    isDone: ({ day }) => day === '2027-03-18',
  },
  {
    title: 'fullcalendar next month',
    page: 'fullcalendar',
    instruction: 'Show the next month.',
    async solve(hand) {
      await hand.click({ name: 'Next month', role: 'button' });
    },
    isDone: ({ month }) => month === 4,
  },
]);
