// jQuery contextMenu: a menu that a right click opens.
import { $ } from '../jquery-global.mjs';
import 'jquery-contextmenu';
import 'jquery-contextmenu/dist/jquery.contextMenu.css';
import { show } from '../page.mjs';

const state = { done: '' };
show(
  '<ul>' +
    ['Alpha.txt', 'Beta.txt', 'Gamma.txt']
      .map((name) => `<li class="file" style="padding: 8px">${name}</li>`)
      .join('') +
    '</ul>',
  () => state,
);
$.contextMenu({
  selector: '.file',
  items: Object.fromEntries(['Copy', 'Rename', 'Delete'].map((name) => [name.toLowerCase(), { name }])),
  callback: (key, { $trigger }) => {
    state.done = `${key} ${$trigger.text()}`;
  },
});
