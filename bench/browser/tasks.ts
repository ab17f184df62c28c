// Thirty things to find: what somebody wants on a page, the words they know for it, and the line that has its ref.
import type { PageName } from './pages.ts';

export interface Task {
  readonly page: PageName;
  readonly goal: string;
  /** What one would search for. */
  readonly words: string;
  /** The line of the target in an answer, up to its ref. */
  readonly target: string;
  /** Where many are alike, a line that stands before the target's, with nothing like it in between. */
  readonly after?: string;
}

const order = (id: string): Task => ({
  page: 'table',
  goal: `order item ${id}`,
  words: `Item ${id}`,
  target: 'button "Order"',
  after: `link "Item ${id}"`,
});

const amount = (id: string): Task => ({
  page: 'table',
  goal: `say how many of item ${id}`,
  words: `Item ${id}`,
  target: 'textbox "Amount"',
  after: `link "Item ${id}"`,
});

const line = (page: PageName, goal: string, words: string, target: string): Task => ({ page, goal, words, target });

export const tasks: readonly Task[] = [
  line('small', 'read on', 'something longer', 'link "link to something longer"'),
  line('small', 'press the button', 'Press', 'button "Press me"'),
  order('0002'),
  order('0500'),
  order('0998'),
  amount('0003'),
  amount('0731'),
  line('table', 'open the page of item 0404', 'Item 0404', 'link "Item 0404"'),
  line('table', 'get help below the table', 'help', 'link "Help with ordering"'),
  line('table', 'leave a note above the table', 'note', 'textbox "Your note"'),
  line('treegrid', 'write to the sender of mail 1', 'gate (1)', 'link "Ada Lovelace"'),
  {
    page: 'treegrid',
    goal: 'write to whoever started thread 38',
    words: '(38)',
    target: 'link "Grace Hopper"',
    after: 'Keys that nobody returned (38)',
  },
  {
    page: 'treegrid',
    goal: 'write to the first who answered in thread 40',
    words: 'Re: The bridge needs a new chain (40)',
    target: 'link "Kurt Gödel"',
    after: 'Re: The bridge needs a new chain (40)',
  },
  line('treegrid', 'leave a note', 'note', 'textbox "Your note"'),
  line('dates', 'choose 1 January', '1 January', 'button "1 January 2026"'),
  line('dates', 'choose 29 March', '29 March', 'button "29 March 2026"'),
  line('dates', 'choose 30 June', '30 June', 'button "30 June 2026"'),
  line('dates', 'type the first day', 'From', 'combobox "From"'),
  line('dates', 'read the rules', 'rules', 'link "Rules of the calendar"'),
  line('dates', 'see whether 11 January is taken', '11 January', 'button "11 January 2026, taken"'),
  line('menus', 'open the third room', 'Rooms option 3', 'menuitem "Rooms option 3"'),
  line('menus', 'open the menu of letters', 'Letters', 'menuitem "Letters"'),
  line('menus', 'open the last file of the kitchen', 'Kitchen part 8', 'treeitem "Kitchen part 8.txt"'),
  line('menus', 'take key 59', 'key 59', 'option "Tower key 59"'),
  line('menus', 'see the month', 'Month', 'tab "Month"'),
  line('menus', 'turn the bell down', 'bell', 'slider "Volume of the bell"'),
  line('article', 'look up source 42', 'Source 42', 'link "Source 42"'),
  line('article', 'go to chapter 20', 'Chapter 20', 'link "Chapter 20"'),
  line('article', 'see who answers for the site', 'imprint', 'link "Imprint"'),
  line('article', 'leave a note at the end', 'your note', 'textbox "Your note"'),
];

/** The ref of a task's target in an answer; undefined where it is not in it. */
export function refIn(answer: string, { target, after }: Task): string | undefined {
  const start = after === undefined ? 0 : answer.indexOf(after);
  if (start === -1) return undefined;
  const [, role = '', name = ''] = /^(\w+) "(.*)"$/.exec(target) ?? [];
  const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // Many of a kind share a line, with their role once and names without quotes.
  const pattern = new RegExp(`\\b${role} (?:"${escaped}"|(?:.*, )?${escaped}) (e\\d+)`);
  return pattern.exec(answer.slice(start))?.[1];
}
