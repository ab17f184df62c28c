// What the zoo has that our tools do not do yet, by driver: a task and the reason. A task that begins to pass turns red.
import type { Hands } from '../browser/differences.ts';

type Gaps = ReadonlyMap<string, string>;

/** Through the debugger, every task is solved. */
const chromium: Gaps = new Map();

/** The agents' window is shown and has no focus, and Chromium tells pages so. */
const quiet: Gaps = new Map([
  [
    'react-aria number',
    'the page did not react, and the reply says so: a click is one task, so React draws nothing between press and blur.',
  ],
  ['jspreadsheet edit', 'the page did not react, and the reply says done: Enter is not taken without the focus.'],
  ['shoelace tree', 'no reply has a ref for "Fern": the tree looks for its item with :focus, which matches nothing.'],
  ['codemirror replace', 'the page did not react, and the reply says done: without the focus no selection is read.'],
]);

const firefox: Gaps = new Map([
  ['quill bold', 'the page did not react, and the reply says done: inserted text leaves the empty bold element.'],
]);

export const gaps: Readonly<Record<Hands, Gaps>> = { chromium, quiet, firefox };
