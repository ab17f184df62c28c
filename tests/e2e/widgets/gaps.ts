// What the zoo has that our tools do not do yet, by driver: a task and the reason. A task that begins to pass turns red.
import type { Hands } from '../browser/differences.ts';

type Gaps = ReadonlyMap<string, string>;

const unfocused = 'the page did not react, and the reply says done: Enter is not taken without the focus.';
const unmatched = 'no reply has a ref for "Fern": the tree looks for its item with :focus, which matches nothing.';

/** Through the debugger, every task is solved. */
const chromium: Gaps = new Map();

/** The agents' window is shown and has no focus, and browsers tell pages so. */
const quiet: Gaps = new Map([
  [
    'react-aria number',
    'the page did not react, and the reply says so: a click is one task, so React draws nothing between press and blur.',
  ],
  ['jspreadsheet edit', unfocused],
  ['shoelace tree', unmatched],
]);

const firefox: Gaps = new Map([
  ['react-aria segments', 'the page did not react, and the reply says done: the next segment does not get the focus.'],
  ['jspreadsheet edit', unfocused],
  ['shoelace tree', unmatched],
  ['tinymce bold', 'the page did not react, and the reply says done: the keys do not reach a frame without the focus.'],
]);

export const gaps: Readonly<Record<Hands, Gaps>> = { chromium, quiet, firefox };
