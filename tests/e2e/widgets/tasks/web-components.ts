// Fields, boxes and menus in shadow trees.
import { grouped } from '../task.ts';

export const webComponents = grouped('web components', [
  {
    title: 'shoelace form',
    page: 'shoelace',
    instruction: 'Write the name Ada and agree.',
    async solve(hand) {
      await hand.type({ name: 'Name', role: 'textbox' }, 'Ada');
      await hand.click({ name: 'I agree', role: 'checkbox' });
    },
    isDone: ({ name, agree }) => name === 'Ada' && agree === true,
  },
  {
    title: 'shoelace select',
    page: 'shoelace',
    instruction: 'Choose the size Large.',
    async solve(hand) {
      await hand.click({ name: 'Size', role: 'combobox' });
      await hand.click({ name: 'Large', role: 'option', isFresh: true });
    },
    isDone: ({ size }) => size === 'l',
  },
  {
    title: 'shoelace dialog',
    page: 'shoelace',
    instruction: 'Log out and confirm it.',
    async solve(hand) {
      await hand.click({ name: 'Log out', role: 'button' });
      await hand.click({ name: 'Leave', role: 'button', isFresh: true });
    },
    isDone: ({ left, isOpen }) => left === true && isOpen === false,
  },
  {
    title: 'material-web form',
    page: 'material-web',
    instruction: 'Write the title Log, ask for a copy and turn wifi on.',
    async solve(hand) {
      await hand.type({ name: 'Title', role: 'textbox' }, 'Log');
      await hand.click({ name: 'Send a copy', role: 'checkbox' });
      await hand.click({ name: 'Wifi', role: 'switch' });
    },
    isDone: ({ title, copy, wifi }) => title === 'Log' && copy === true && wifi === true,
  },
  {
    title: 'material-web select',
    page: 'material-web',
    instruction: 'Choose the tone Loud.',
    async solve(hand) {
      await hand.click({ name: 'Tone', role: 'combobox' });
      await hand.click({ name: 'Loud', isFresh: true });
    },
    isDone: ({ tone }) => tone === 'loud',
  },
  {
    title: 'material-web menu',
    page: 'material-web',
    instruction: 'Choose Mute from the actions, and the chip Vegan.',
    async solve(hand) {
      await hand.click({ name: 'Actions', role: 'button' });
      await hand.click({ name: 'Mute', isFresh: true });
      await hand.click('Vegan');
    },
    isDone: ({ done, vegan }) => done === 'Mute' && vegan === true,
  },
  {
    title: 'lit list',
    page: 'lit',
    instruction: 'Add Butter to the list and tick off Bread by a click.',
    async solve(hand) {
      await hand.type({ name: 'New item', role: 'textbox' }, 'Butter', { submit: true });
      await hand.click('Bread');
    },
    isDone: ({ items }) =>
      JSON.stringify(items) ===
      '[{"name":"Milk","isDone":false},{"name":"Bread","isDone":true},{"name":"Butter","isDone":false}]',
  },
  {
    title: 'ionic form',
    page: 'ionic',
    instruction: 'Choose Salad as the meal, make it spicy, and take three portions.',
    async solve(hand) {
      await hand.click({ name: 'Meal', role: 'button' });
      await hand.click({ name: 'Salad', role: 'radio', isFresh: true });
      await hand.click({ name: 'OK', role: 'button' });
      await hand.click({ name: 'Spicy', role: 'switch' });
      await hand.press('ArrowRight', { name: 'Portions', role: 'slider' });
    },
    isDone: ({ meal, isSpicy, portions }) => meal === 'salad' && isSpicy === true && portions === 3,
  },
]);
