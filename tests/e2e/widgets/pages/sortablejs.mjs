// SortableJS: a list to be sorted by dragging, by handles in a second one.
import Sortable from 'sortablejs';
import { byId, show } from '../page.mjs';

const item = (name) => `<li style="padding: 8px; border: 1px solid; width: 200px">${name}</li>`;
show(
  `<h2>Tasks</h2><ul id="tasks">${['Wash', 'Iron', 'Fold', 'Store'].map(item).join('')}</ul>
<h2>Steps</h2><ul id="steps">${['Plan', 'Build', 'Test'].map((name) => item(`<span class="handle" style="cursor: move">☰</span> ${name}`)).join('')}</ul>`,
  () => ({
    tasks: [...byId('tasks').children].map(({ textContent }) => textContent),
    steps: [...byId('steps').children].map(({ textContent }) => textContent.slice(2)),
  }),
);
new Sortable(byId('tasks'), {});
new Sortable(byId('steps'), { handle: '.handle' });
