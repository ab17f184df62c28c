// What the zoo has that our tools do not do yet, by driver: a task and the reason. A task that begins to pass turns red.
import type { Hands } from '../browser/differences.ts';

type Gaps = ReadonlyMap<string, string>;

const noRef = 'what listens without a role, a cursor or a tabindex gets no ref.';
const noListItem = 'a list item that listens gets no ref.';
const noCell = 'a cell whose table listens gets no ref.';

const chromium: Gaps = new Map([
  ['chosen', noListItem],
  ['jquery-ui next month', 'a link without an address gets no ref.'],
  ['bootstrap-datepicker next month', noCell],
  [
    'vanillajs-datepicker next month',
    'the calendar is drawn inside the label, and all of it becomes the name of the field.',
  ],
  ['element-plus next month', noCell],
  ['jquery-ui sortable', noListItem],
  ['sortablejs', noListItem],
  ['sortablejs handle', noListItem],
  ['dragula', noRef],
  ['interact drop', noRef],
  ['jkanban', noRef],
  ['pangea-dnd mouse', 'the drag ends before the library has noticed where it is; the reply says that it was done.'],
  ['gridstack', noRef],
  ['ag-grid filter', 'the click lands on a row that is on its way out; the reply says that it was done.'],
  ['tabulator edit', 'the field that the click opens is not there.'],
  ['tabulator sort', 'a column header that listens gets no ref.'],
  ['datatables search', noRef],
  ['jspreadsheet edit', noCell],
  ['react-window scroll', noRef],
  ['tinymce frame', 'the body of a frame that can be edited gets no ref.'],
  ['tinymce bold', 'the body of a frame that can be edited gets no ref.'],
  ['xterm command', 'typing sends no keys; the reply says that it was typed.'],
  ['jquery-contextmenu', noListItem],
  ['smartmenus hover', 'the pointer is set down once instead of moving, which the menu does not take for a mouse.'],
  ['tippy button', noRef],
  ['antd popconfirm', 'a link without an address gets no ref.'],
  ['shoelace dialog', 'a slotted label counts as covered by its own host.'],
  ['material-web form', 'the words of a label around a custom element are lost.'],
  ['lit list', noListItem],
]);

/** Input of the page side, which a library does not take for a person's, in a tab that is hidden. */
const falselyDone = 'the page did not react, and the reply says done.';

const withoutDebugger: Gaps = new Map([
  ['select2 search', falselyDone],
  ['tom-select add and remove', falselyDone],
  ['slim-select', '"e7 is on the page but not shown."'],
  ['react-select', 'no reply has a ref for "Sweden".'],
  ['element-plus select', 'no reply has a ref for "Oslo".'],
  ['element-plus cascader', '"e15 is on the page but not shown."'],
  ['antd select', falselyDone],
  ['awesomplete suggestion', 'no reply has a ref for "Norway".'],
  ['typeahead suggestion', 'no reply has a ref for "Norway".'],
  ['react-aria combobox', 'no reply has a ref for "Panda".'],
  ['air-datepicker day', 'no reply has a ref for "24".'],
  ['react-aria segments', falselyDone],
  ['jquery-ui slider', falselyDone],
  ['material-web slider', falselyDone],
  ['jquery-ui spinner', falselyDone],
  ['pangea-dnd keys', falselyDone],
  ['dnd-kit mouse', falselyDone],
  ['ag-grid scroll', 'no reply has a ref for "Part 0030".'],
  ['shoelace tree', 'no reply has a ref for "Fern".'],
  ['codemirror5 type', falselyDone],
  ['bootstrap modal', falselyDone],
  ['driver tour', falselyDone],
  ['pickr swatch', 'no reply has a ref for "color input field".'],
  ['material-web select', '"e13 is covered by another element."'],
  ['material-web menu', '"e10 is covered by another element."'],
]);

const quiet: Gaps = new Map([...without(chromium, 'ag-grid filter'), ...withoutDebugger]);

const firefox: Gaps = new Map([
  ...without(chromium, 'gridstack', 'ag-grid filter', 'shoelace dialog'),
  ...withoutDebugger,
  ['quill bold', falselyDone],
  ['trix type', falselyDone],
  ['filepond', '"upload needs the ref of a file field."'],
]);

/** The gaps but for these, which are solved. */
function without(gaps: Gaps, ...solved: string[]): [string, string][] {
  return [...gaps].filter(([title]) => !solved.includes(title));
}

export const gaps: Readonly<Record<Hands, Gaps>> = { chromium, quiet, firefox };
