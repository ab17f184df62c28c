// Fields that suggest while one types, and fields that rewrite what is typed.
import { type Draft, grouped } from '../task.ts';

/** Types the beginning of Norway and takes the suggestion by a click. */
const norway = (page: string, isDone: Draft['isDone']): Draft => ({
  title: `${page} suggestion`,
  page,
  instruction: 'Type "nor" as the country and click the suggestion Norway.',
  async solve(hand) {
    await hand.type({ name: 'Country', role: 'combobox' }, 'nor', { keys: true });
    await hand.click({ name: 'Norway', isFresh: true });
  },
  isDone,
});

export const autocompletes = grouped('autocompletes', [
  norway('jquery-ui', ({ country }) => country === 'Norway'),
  norway('awesomplete', ({ chosen }) => chosen === 'Norway'),
  norway('typeahead', ({ chosen }) => chosen === 'Norway'),
  norway('downshift', ({ country }) => country === 'Norway'),
  norway('mui', ({ country }) => country === 'Norway'),
  {
    title: 'react-aria combobox',
    page: 'react-aria',
    instruction: 'Choose the pet Panda.',
    async solve(hand) {
      await hand.type({ name: 'Pet', role: 'combobox' }, 'Pan', { keys: true });
      await hand.click({ name: 'Panda', role: 'option', isFresh: true });
    },
    isDone: ({ pet }) => pet === 'Panda',
  },
  {
    title: 'tagify',
    page: 'tagify',
    instruction: 'Add the topic "boats".',
    async solve(hand) {
      await hand.type({ name: 'Tags input field', role: 'textbox' }, 'boats', { keys: true, append: true });
      await hand.press('Enter');
    },
    isDone: ({ tags }) => String(tags) === 'old,boats',
  },
  {
    title: 'imask phone',
    page: 'imask',
    instruction: 'Write the phone number 22 33 44 55.',
    async solve(hand) {
      await hand.type('Phone', '22334455', { keys: true });
    },
    isDone: ({ phone }) => phone === '+47 22 33 44 55',
  },
  {
    title: 'cleave number',
    page: 'cleave',
    instruction: 'Write the member number 1234567890.',
    async solve(hand) {
      await hand.type('Member number', '1234567890', { keys: true });
    },
    isDone: ({ number }) => number === '123-456-7890',
  },
]);
