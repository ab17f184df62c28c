// Three pages of ARIA widgets, in the patterns that authors follow: a treegrid of mails, date pickers, menus with a tree.

const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edith Clarke', 'Kurt Gödel', 'Emmy Noether'];
const SUBJECTS = [
  'Plans for the east gate',
  'Price of oak this winter',
  'Keys that nobody returned',
  'Watch list for next week',
  'The bridge needs a new chain',
];

export function treegridPage(controls: string): string {
  const rows = Array.from({ length: 40 }, (_, thread) => {
    const isOpen = thread % 3 === 0;
    const head = mailRow(thread, 0, `aria-expanded="${isOpen}" aria-setsize="40" aria-posinset="${thread + 1}"`);
    const replies = Array.from({ length: 3 }, (__, reply) => mailRow(thread, reply + 1, isOpen ? '' : 'hidden'));
    return [head, ...replies].join('\n');
  });
  return `<!doctype html><title>Treegrid</title><main><h1>Mail as a treegrid</h1>
<p>Arrow keys move between rows; Enter opens a thread. Unread mails are shown in bold.</p>${controls}
<table role="treegrid" aria-label="Inbox"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Subject</th>
<th role="columnheader" scope="col">Summary</th><th role="columnheader" scope="col">From</th></tr></thead><tbody role="rowgroup">
${rows.join('\n')}
</tbody></table></main>`;
}

function mailRow(thread: number, reply: number, rest: string): string {
  const person = PEOPLE[(thread + reply) % PEOPLE.length] ?? '';
  const subject = `${reply === 0 ? '' : 'Re: '}${SUBJECTS[thread % SUBJECTS.length]} (${thread + 1})`;
  const mail = `${person.split(' ')[0]?.toLowerCase()}@example.org`;
  return `<tr role="row" aria-level="${reply === 0 ? 1 : 2}" tabindex="-1" ${rest}>
<td role="gridcell">${subject}</td><td role="gridcell">I looked at it again, and number ${thread + 1} has ${reply + 2} open points.</td>
<td role="gridcell"><a href="mailto:${mail}?subject=${thread + 1}.${reply}" tabindex="-1">${person}</a></td></tr>`;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function datesPage(controls: string): string {
  return `<!doctype html><title>Dates</title><main><h1>Choose your dates</h1>
<p>Six months at a glance. A day that is taken cannot be chosen.</p>${controls}
<form aria-label="Journey"><label>From <input name="from" placeholder="YYYY-MM-DD" role="combobox" aria-expanded="true" aria-haspopup="dialog"></label>
<button type="button" aria-label="Choose the first day">Calendar</button></form>
${MONTHS.map((month, at) => calendar(month, at)).join('\n')}
<p>Times are those of the place. <a href="/rules">Rules of the calendar</a></p></main>`;
}

function calendar(month: string, at: number): string {
  const first = new Date(Date.UTC(2026, at, 1)).getUTCDay();
  const count = new Date(Date.UTC(2026, at + 1, 0)).getUTCDate();
  const blank = (first + 6) % 7;
  const cells = Array.from({ length: Math.ceil((blank + count) / 7) * 7 }, (_, cell) => cell - blank + 1);
  const day = (date: number) => {
    if (date < 1 || date > count) return '<td role="gridcell" class="other"></td>';
    const isTaken = (date * 7 + at) % 11 === 0;
    const name = `${date} ${month} 2026${isTaken ? ', taken' : ''}`;
    return `<td role="gridcell" tabindex="-1" data-date="2026-${at + 1}-${date}"><button type="button" aria-label="${name}"${isTaken ? ' disabled' : ''}>${date}</button></td>`;
  };
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) => {
    const days = cells
      .slice(week * 7, week * 7 + 7)
      .map(day)
      .join('');
    return `<tr>${days}</tr>`;
  });
  const heads = DAYS.map((name) => `<th scope="col" abbr="${name}">${name.slice(0, 2)}</th>`).join('');
  return `<div role="dialog" aria-label="${month} 2026"><div><button type="button" aria-label="Year before">«</button>
<h2 aria-live="polite">${month} 2026</h2><button type="button" aria-label="Year after">»</button></div>
<table role="grid" aria-labelledby="m${at}"><caption id="m${at}">Days of ${month}</caption><thead><tr>${heads}</tr></thead><tbody>${weeks.join('\n')}</tbody></table>
<button type="button">Cancel</button><button type="button">OK</button></div>`;
}

const PLACES = ['Hall', 'Yard', 'Tower', 'Cellar', 'Stable', 'Garden', 'Chapel', 'Kitchen'];

export function menusPage(controls: string): string {
  const menu = (title: string, at: number) =>
    `<li role="none"><a role="menuitem" href="#" aria-haspopup="true" aria-expanded="${at === 0}">${title}</a>
<ul role="menu" aria-label="${title}"${at === 0 ? '' : ' style="display: none"'}>${Array.from(
      { length: 8 },
      (_, item) =>
        `<li role="none"><a role="menuitem" href="#${title}-${item}" tabindex="-1">${title} option ${item + 1}</a></li>`,
    ).join('')}</ul></li>`;
  const tree = PLACES.map((place, at) => {
    const parts = Array.from(
      { length: 8 },
      (_, part) =>
        `<li role="treeitem" aria-selected="false" tabindex="-1"><span>${place} part ${part + 1}.txt</span></li>`,
    );
    return `<li role="treeitem" aria-expanded="true" aria-selected="${at === 2}" tabindex="-1"><span>${place}</span><ul role="group">${parts.join('')}</ul></li>`;
  });
  const options = Array.from(
    { length: 60 },
    (_, at) =>
      `<li role="option" id="o${at}" aria-selected="${at === 4}">${PLACES[at % PLACES.length]} key ${at + 1}</li>`,
  );
  const tabs = ['Day', 'Week', 'Month'].map(
    (name, at) =>
      `<button role="tab" aria-selected="${at === 0}" aria-controls="panel" tabindex="${at === 0 ? 0 : -1}">${name}</button>`,
  );
  return `<!doctype html><title>Menus</title><main><h1>Menus, tabs, a tree and a list</h1>${controls}
<nav aria-label="Castle"><ul role="menubar" aria-label="Castle">${['Rooms', 'People', 'Goods', 'Letters'].map(menu).join('\n')}</ul></nav>
<div role="tablist" aria-label="Range">${tabs.join('')}</div><div role="tabpanel" id="panel" aria-label="Day">Nothing is planned for today.</div>
<h2 id="files">Files</h2><ul role="tree" aria-labelledby="files">${tree.join('\n')}</ul>
<label id="keys">Keys</label><div role="combobox" aria-labelledby="keys" aria-expanded="true" aria-controls="list" tabindex="0">Stable key 5</div>
<ul role="listbox" id="list" aria-labelledby="keys" tabindex="-1">${options.join('\n')}</ul>
<div role="slider" tabindex="0" aria-label="Volume of the bell" aria-valuemin="0" aria-valuemax="10" aria-valuenow="3"></div>
<div role="switch" tabindex="0" aria-checked="false" aria-label="Night watch"></div></main>`;
}
