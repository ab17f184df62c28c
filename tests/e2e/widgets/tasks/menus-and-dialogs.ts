// Menus, tooltips with buttons, dialogs, tours and slides.
import { grouped } from '../task.ts';

export const menus = grouped('menus', [
  {
    title: 'bootstrap menu',
    page: 'bootstrap',
    instruction: 'Choose Archive from the file actions.',
    async solve(hand) {
      await hand.click('File actions');
      await hand.click({ name: 'Archive', isFresh: true });
    },
    isDone: ({ chosen }) => chosen === 'Archive',
  },
  {
    title: 'jquery-ui submenu',
    page: 'jquery-ui',
    instruction: 'Choose Folk from the submenu of Music.',
    async solve(hand) {
      await hand.hover('Music');
      await hand.click({ name: 'Folk', isFresh: true });
    },
    isDone: ({ picked }) => picked === 'Folk',
  },
  {
    title: 'radix submenu',
    page: 'radix',
    instruction: 'Choose "Name window" under Options, More tools.',
    async solve(hand) {
      await hand.click('Options');
      await hand.click({ name: 'More tools', isFresh: true });
      await hand.click({ name: 'Name window', isFresh: true });
    },
    isDone: ({ done }) => done === 'Name window',
  },
  {
    title: 'jquery-contextmenu',
    page: 'jquery-contextmenu',
    instruction: 'Delete Beta.txt by its context menu.',
    async solve(hand) {
      await hand.click('Beta.txt', { button: 'right' });
      await hand.click({ name: 'Delete', isFresh: true });
    },
    isDone: ({ done }) => done === 'delete Beta.txt',
  },
  {
    title: 'smartmenus hover',
    page: 'smartmenus',
    instruction: 'Choose Candles under Goods, Lamps: the menus open on hover.',
    async solve(hand) {
      await hand.hover('Goods');
      await hand.hover({ name: 'Lamps', isFresh: true });
      await hand.click({ name: 'Candles', isFresh: true });
    },
    isDone: ({ chosen }) => chosen === 'Candles',
  },
  {
    title: 'tippy button',
    page: 'tippy',
    instruction: 'Follow Ada Lovelace by the button in the card that hovering shows.',
    async solve(hand) {
      await hand.hover('Ada Lovelace');
      await hand.click({ name: 'Follow', isFresh: true });
    },
    isDone: ({ liked }) => liked === true,
  },
  {
    title: 'mui menu',
    page: 'mui',
    instruction: 'Choose Print under More.',
    async solve(hand) {
      await hand.click({ name: 'More', role: 'button' });
      await hand.click({ name: 'Print', isFresh: true });
    },
    isDone: ({ done }) => done === 'Print',
  },
  {
    title: 'vuetify menu',
    page: 'vuetify',
    instruction: 'Choose Print from the menu More.',
    async solve(hand) {
      await hand.click({ name: 'More', role: 'button' });
      await hand.click({ name: 'Print', isFresh: true });
    },
    isDone: ({ done }) => done === 'Print',
  },
]);

export const dialogs = grouped('dialogs', [
  {
    title: 'bootstrap modal',
    page: 'bootstrap',
    instruction: 'Set the nickname of the profile to Keeper.',
    async solve(hand) {
      await hand.click('Edit profile');
      await hand.type({ name: 'Nickname', role: 'textbox', isFresh: true }, 'Keeper');
      await hand.click('Save profile');
    },
    isDone: ({ saved, isOpen }) => saved === 'Keeper' && isOpen === false,
  },
  {
    title: 'bootstrap accordion',
    page: 'bootstrap',
    instruction: 'Open "How do I pay?" and switch on payment by invoice.',
    async solve(hand) {
      await hand.click('How do I pay?');
      await hand.click({ name: 'Pay by invoice', isFresh: true });
    },
    isDone: ({ invoice }) => invoice === true,
  },
  {
    title: 'radix dialog',
    page: 'radix',
    instruction: 'Rename the file to "plan".',
    async solve(hand) {
      await hand.click('Rename');
      await hand.type({ name: 'New name', role: 'textbox', isFresh: true }, 'plan');
      await hand.click({ name: 'Save', role: 'button' });
    },
    isDone: ({ saved }) => saved === 'plan',
  },
  {
    title: 'micromodal',
    page: 'micromodal',
    instruction: 'Read the terms and accept them.',
    async solve(hand) {
      await hand.click('Read the terms');
      await hand.click({ name: 'Accept', isFresh: true });
    },
    isDone: ({ accepted, isOpen }) => accepted === true && isOpen === false,
  },
  {
    title: 'sweetalert2 name',
    page: 'sweetalert2',
    instruction: 'Name the ship Fram.',
    async solve(hand) {
      await hand.click('Name the ship');
      await hand.type({ name: 'Ship', role: 'textbox', isFresh: true }, 'Fram');
      await hand.click({ name: 'OK', role: 'button' });
    },
    isDone: ({ name }) => name === 'Fram',
  },
  {
    title: 'sweetalert2 confirm',
    page: 'sweetalert2',
    instruction: 'Delete the ship.',
    async solve(hand) {
      await hand.click('Delete the ship');
      await hand.click({ name: 'Yes, delete it', isFresh: true });
    },
    isDone: ({ deleted }) => deleted === true,
  },
  {
    title: 'driver tour',
    page: 'driver',
    instruction: 'Take the tour to its end.',
    async solve(hand) {
      await hand.click('Show me around');
      await hand.click({ name: 'Next', isFresh: true });
      await hand.click({ name: 'Done', isFresh: true });
    },
    isDone: ({ steps, isDone }) => steps === 2 && isDone === true,
  },
  {
    title: 'antd popconfirm',
    page: 'antd',
    instruction: 'Delete the room and confirm it.',
    async solve(hand) {
      await hand.click('Delete room');
      await hand.click({ name: 'Yes', isFresh: true });
    },
    isDone: ({ deleted }) => deleted === true,
  },
  {
    title: 'swiper choose',
    page: 'swiper',
    instruction: 'Go two slides on and choose Autumn.',
    async solve(hand) {
      await hand.click({ name: 'Next slide', role: 'button' });
      await hand.click({ name: 'Next slide', role: 'button' });
      await hand.click('Choose Autumn');
    },
    isDone: ({ chosen, index }) => chosen === 'Autumn' && index === 2,
  },
  {
    title: 'splide page',
    page: 'splide',
    instruction: 'Go to slide 3.',
    async solve(hand) {
      await hand.click('Go to slide 3');
    },
    isDone: ({ index }) => index === 2,
  },
  {
    title: 'pickr swatch',
    page: 'pickr',
    instruction: 'Make the wall blue (#0000ff): open the picker, write the colour, save.',
    async solve(hand) {
      await hand.click({ name: 'toggle color picker dialog' });
      await hand.type({ name: 'color input field', role: 'textbox', isFresh: true }, '#0000ff', { submit: true });
      await hand.click({ name: 'Save' });
    },
    isDone: ({ colour }) => String(colour).toLowerCase() === '#0000ff',
  },
]);
