// What the zoo has that our tools do not do yet, by driver: a task and the reason. A task that begins to pass turns red.
import type { Hands } from '../browser/differences.ts';

type Gaps = ReadonlyMap<string, string>;

/** Input of the page side, which a library does not take for a person's, in a tab that is hidden and draws no frames. */
const falselyDone = 'the page did not react, and the reply says done.';
const unmeasured = 'a hidden tab calls no ResizeObserver, so the library waits to learn a size.';
const noReaction = 'the page did not react, and the reply says so.';

/** Through the debugger, every task is solved. */
const chromium: Gaps = new Map();

/** What page events do not do in a hidden tab of either browser. */
const withoutDebugger: Gaps = new Map([
  ['react-aria number', noReaction],
  ['jspreadsheet edit', falselyDone],
  ['shoelace tree', 'no reply has a ref for "Fern".'],
  ['codemirror replace', falselyDone],
  ['pickr swatch', falselyDone],
  ['material-web select', '"is covered by another element."'],
  ['material-web menu', '"is covered by another element."'],
  ['react-window scroll', `no reply has a ref for "Message 25": ${unmeasured}`],
  ['antd popconfirm', `"is on the page but not shown.": ${unmeasured}`],
]);

const quiet: Gaps = new Map([
  ...withoutDebugger,
  ['element-plus select', '"is on the page but not shown."'],
  ['element-plus cascader', '"is on the page but not shown."'],
]);

const firefox: Gaps = new Map([
  ...withoutDebugger,
  ['react-aria segments', falselyDone],
  ['quill bold', falselyDone],
  ['tinymce frame', falselyDone],
  ['tinymce bold', falselyDone],
]);

export const gaps: Readonly<Record<Hands, Gaps>> = { chromium, quiet, firefox };
