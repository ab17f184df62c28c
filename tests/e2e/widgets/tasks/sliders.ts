// Sliders, spinners and stars: by keys, by a value, by a click.
import { grouped } from '../task.ts';

export const sliders = grouped('sliders', [
  {
    title: 'jquery-ui slider',
    page: 'jquery-ui',
    instruction: 'Set the volume to 13 with the slider.',
    async solve(hand) {
      await hand.press('ArrowRight', { name: 'Volume', role: 'slider' });
      await hand.press('ArrowRight');
      await hand.press('ArrowRight');
    },
    isDone: ({ slid }) => slid === 13,
  },
  {
    title: 'nouislider keys',
    page: 'nouislider',
    instruction: 'Set the price to 30 with the arrow keys.',
    async solve(hand) {
      await hand.press('ArrowRight', { name: 'Price', role: 'slider' });
      await hand.press('ArrowRight');
    },
    isDone: ({ price }) => price === 30,
  },
  {
    title: 'radix slider',
    page: 'radix',
    instruction: 'Set the brightness to the maximum.',
    async solve(hand) {
      await hand.press('End', { name: 'Brightness', role: 'slider' });
    },
    isDone: ({ level }) => level === 100,
  },
  {
    title: 'mui slider',
    page: 'mui',
    instruction: 'Set the level to 45.',
    async solve(hand) {
      await hand.set({ name: 'Level', role: 'slider' }, '45');
    },
    isDone: ({ level }) => level === 45,
  },
  {
    title: 'material-web slider',
    page: 'material-web',
    instruction: 'Set the speed to 5 with the arrow keys.',
    async solve(hand) {
      await hand.press('ArrowRight', { name: 'Speed', role: 'slider' });
      await hand.press('ArrowRight');
    },
    isDone: ({ speed }) => speed === 5,
  },
  {
    title: 'shoelace range',
    page: 'shoelace',
    instruction: 'Set the heat to 7.',
    async solve(hand) {
      await hand.set({ name: 'Heat', role: 'slider' }, '7');
    },
    isDone: ({ heat }) => heat === 7,
  },
  {
    title: 'jquery-ui spinner',
    page: 'jquery-ui',
    instruction: 'Set the guests to 3 with the arrow keys.',
    async solve(hand) {
      await hand.press('ArrowUp', { name: 'Guests', role: 'spinbutton' });
      await hand.press('ArrowUp');
    },
    isDone: ({ guests }) => guests === '3',
  },
  {
    title: 'react-aria number',
    page: 'react-aria',
    instruction: 'Make it 2 cookies with the button beside the number.',
    async solve(hand) {
      await hand.click('Increase Cookies');
    },
    isDone: ({ count }) => count === 2,
  },
  {
    title: 'star-rating',
    page: 'star-rating',
    instruction: 'Rate it Good.',
    async solve(hand) {
      await hand.select({ name: 'Rating', role: 'combobox' }, 'Good');
    },
    isDone: ({ stars }) => stars === '4',
  },
  {
    title: 'element-plus stars',
    page: 'element-plus',
    instruction: 'Give 3 stars with the arrow keys.',
    async solve(hand) {
      await hand.press('ArrowRight', { name: 'rating', role: 'slider' });
      await hand.press('ArrowRight');
      await hand.press('ArrowRight');
    },
    isDone: ({ stars }) => stars === 3,
  },
]);
