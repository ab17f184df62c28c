// Editors of text and code, one of them in a frame, and a terminal.
import { grouped } from '../task.ts';

export const editors = grouped('editors', [
  {
    title: 'quill bold',
    page: 'quill',
    instruction: 'Write "Once upon a time" in bold.',
    async solve(hand) {
      await hand.click({ name: '', role: 'textbox' });
      await hand.click({ name: 'bold', role: 'button' });
      await hand.type({ name: '', role: 'textbox' }, 'Once upon a time', { keys: true, append: true });
    },
    isDone: ({ html }) => String(html).includes('<strong>Once'),
  },
  {
    title: 'quill text',
    page: 'quill',
    instruction: 'Write "Hello there".',
    async solve(hand) {
      await hand.type({ name: '', role: 'textbox' }, 'Hello there');
    },
    isDone: ({ text }) => text === 'Hello there\n',
  },
  {
    title: 'tinymce frame',
    page: 'tinymce',
    instruction: 'Replace the letter by "Dear Grace".',
    async solve(hand) {
      await hand.type({ name: 'Dear Ada' }, 'Dear Grace');
    },
    isDone: ({ html }) => html === '<p>Dear Grace</p>',
  },
  {
    title: 'tinymce bold',
    page: 'tinymce',
    instruction: 'Select all of the letter and make it bold.',
    async solve(hand) {
      await hand.click({ name: 'Dear Ada' });
      await hand.press('Control+a');
      await hand.click({ name: 'Bold', role: 'button' });
    },
    isDone: ({ html }) => html === '<p><strong>Dear Ada</strong></p>',
  },
  {
    title: 'codemirror replace',
    page: 'codemirror',
    instruction: 'Replace the script by "let b = 2;".',
    async solve(hand) {
      await hand.type({ name: 'let a = 1;', role: 'textbox' }, 'let b = 2;');
    },
    isDone: ({ code }) => String(code).trim() === 'let b = 2;',
  },
  {
    title: 'codemirror5 type',
    page: 'codemirror5',
    instruction: 'Write "print 1" into the editor.',
    async solve(hand) {
      await hand.type({ name: '', role: 'textbox' }, 'print 1', { keys: true });
    },
    isDone: ({ code }) => code === 'print 1',
  },
  {
    title: 'prosemirror bold',
    page: 'prosemirror',
    instruction: 'Write "Seen today" into the note, in bold.',
    async solve(hand) {
      await hand.type({ name: '', role: 'textbox' }, 'Seen today');
      await hand.press('Control+a');
      await hand.press('Control+b');
    },
    isDone: ({ html }) => String(html).includes('<strong>Seen today</strong>'),
  },
  {
    title: 'ace type',
    page: 'ace',
    instruction: 'Write "select 1" into the editor.',
    async solve(hand) {
      await hand.type({ name: 'Cursor at row 1', role: 'textbox' }, 'select 1', { keys: true });
    },
    isDone: ({ code }) => code === 'select 1',
  },
  {
    title: 'trix type',
    page: 'trix',
    instruction: 'Comment "Well done".',
    async solve(hand) {
      await hand.type({ name: 'Comment', role: 'textbox' }, 'Well done', { keys: true });
    },
    isDone: ({ html }) => String(html).includes('Well done'),
  },
  {
    title: 'jodit bold',
    page: 'jodit',
    instruction: 'Select all of the text and make it bold.',
    async solve(hand) {
      await hand.click({ name: 'Hello world', role: 'textbox' });
      await hand.press('Control+a');
      await hand.click({ name: 'Bold', role: 'button' });
    },
    isDone: ({ html }) => String(html) === '<p><strong>Hello world</strong></p>',
  },
]);

export const terminals = grouped('terminals', [
  {
    title: 'xterm command',
    page: 'xterm',
    instruction: 'Run whoami in the terminal.',
    async solve(hand) {
      await hand.type({ name: 'Terminal input', role: 'textbox' }, 'whoami', { keys: true });
      await hand.press('Enter');
    },
    isDone: ({ ran }) => String(ran) === 'whoami',
  },
]);
