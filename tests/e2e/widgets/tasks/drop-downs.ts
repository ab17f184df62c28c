// Drop-downs that are no native selects: drawn by scripts of every age, most with a search field of their own.
import { grouped } from '../task.ts';

export const dropDowns = grouped('drop-downs', [
  {
    title: 'select2 one',
    page: 'select2',
    instruction: 'Choose Norway as the country.',
    async solve(hand) {
      await hand.click({ name: 'Denmark', role: 'textbox' });
      await hand.click({ name: 'Norway', isFresh: true });
    },
    isDone: ({ country }) => country === 'norway',
  },
  {
    title: 'select2 search',
    page: 'select2',
    instruction: 'Search for Iceland among the countries and take it with Enter.',
    async solve(hand) {
      await hand.click({ name: 'Denmark', role: 'textbox' });
      await hand.type({ name: 'Search', role: 'searchbox', isFresh: true }, 'icel', { keys: true });
      await hand.press('Enter');
    },
    isDone: ({ country }) => country === 'iceland',
  },
  {
    title: 'chosen',
    page: 'chosen',
    instruction: 'Choose Finland as the country.',
    async solve(hand) {
      await hand.click('Choose a country');
      await hand.click({ name: 'Finland', isFresh: true });
    },
    isDone: ({ country }) => country === 'finland',
  },
  {
    title: 'choices',
    page: 'choices',
    instruction: 'Choose Poland as the country.',
    async solve(hand) {
      await hand.click({ name: 'Choose a country', role: 'option' });
      await hand.click({ name: 'Poland', role: 'option', isFresh: true });
    },
    isDone: ({ country }) => country === 'poland',
  },
  {
    title: 'tom-select add and remove',
    page: 'tom-select',
    instruction: 'Add Latvia to the countries and remove Poland.',
    async solve(hand) {
      await hand.type({ name: 'Countries', role: 'combobox' }, 'latv', { keys: true });
      await hand.press('Enter');
      await hand.press('Escape');
      await hand.click({ name: '×', after: 'Poland' });
    },
    isDone: ({ countries }) => String(countries) === 'latvia',
  },
  {
    title: 'slim-select',
    page: 'slim-select',
    instruction: 'Choose Germany as the country.',
    async solve(hand) {
      await hand.click({ name: 'Denmark', role: 'combobox' });
      await hand.click({ name: 'Germany', role: 'option', isFresh: true });
    },
    isDone: ({ country }) => country === 'germany',
  },
  {
    title: 'react-select',
    page: 'react-select',
    instruction: 'Choose Sweden as the country.',
    async solve(hand) {
      await hand.click({ name: 'Country', role: 'combobox' });
      await hand.click({ name: 'Sweden', role: 'option', isFresh: true });
    },
    isDone: ({ country }) => country === 'sweden',
  },
  {
    title: 'react-select many',
    page: 'react-select',
    instruction: 'Say that France and Estonia were visited.',
    async solve(hand) {
      for (const name of ['France', 'Estonia']) {
        await hand.type({ name: 'Visited', role: 'combobox' }, name, { keys: true });
        await hand.press('Enter');
      }
    },
    isDone: ({ visited }) => String(visited) === 'france,estonia',
  },
  {
    title: 'mui select',
    page: 'mui',
    instruction: 'Choose the size Medium.',
    async solve(hand) {
      await hand.click({ name: 'Size', role: 'combobox' });
      await hand.click({ name: 'Medium', role: 'option', isFresh: true });
    },
    isDone: ({ size }) => size === 'Medium',
  },
  {
    title: 'radix select',
    page: 'radix',
    instruction: 'Choose the fruit Plum.',
    async solve(hand) {
      await hand.click({ name: 'Fruit', role: 'combobox' });
      await hand.click({ name: 'Plum', role: 'option', isFresh: true });
    },
    isDone: ({ fruit }) => fruit === 'plum',
  },
  {
    title: 'headlessui list box',
    page: 'headlessui',
    instruction: 'Assign it to Grace, on the Team plan.',
    async solve(hand) {
      await hand.click('Assigned to Ada');
      await hand.click({ name: 'Grace', isFresh: true });
      await hand.click('Team');
    },
    isDone: ({ person, plan }) => person === 'Grace' && plan === 'Team',
  },
  {
    title: 'element-plus select',
    page: 'element-plus',
    instruction: 'Choose the town Oslo.',
    async solve(hand) {
      await hand.click({ name: 'Town', role: 'combobox' });
      await hand.click({ name: 'Oslo', isFresh: true });
    },
    isDone: ({ town }) => town === 'Oslo',
  },
  {
    title: 'element-plus cascader',
    page: 'element-plus',
    instruction: 'Choose the place Norway / Bergen.',
    async solve(hand) {
      await hand.click('Choose a place');
      await hand.click({ name: 'Norway', isFresh: true });
      await hand.click({ name: 'Bergen', isFresh: true });
    },
    isDone: ({ place }) => String(place) === 'Norway,Bergen',
  },
  {
    title: 'antd select',
    page: 'antd',
    instruction: 'Choose Room 150, which has to be searched for.',
    async solve(hand) {
      await hand.type({ name: 'Room', role: 'combobox' }, 'Room 150', { keys: true });
      await hand.press('Enter');
    },
    isDone: ({ room }) => room === 'Room 150',
  },
  {
    title: 'vuetify select',
    page: 'vuetify',
    instruction: 'Choose the size Large.',
    async solve(hand) {
      await hand.click({ name: 'Size', role: 'combobox' });
      await hand.click({ name: 'Large', role: 'option', isFresh: true });
    },
    isDone: ({ size }) => size === 'Large',
  },
  {
    title: 'intl-tel-input country',
    page: 'intl-tel-input',
    instruction: 'Make it a number in Norway: 40612345.',
    async solve(hand) {
      await hand.click({ name: 'currently selected United States (+1)', role: 'button' });
      await hand.type({ name: 'Search', role: 'combobox', isFresh: true }, 'Norw', { keys: true });
      await hand.press('Enter');
      await hand.type({ name: 'Telephone', role: 'textbox' }, '40612345', { keys: true });
    },
    isDone: ({ country, value }) => country === 'no' && String(value).replaceAll(' ', '') === '40612345',
  },
]);
