// SmartMenus: menus that open as the pointer passes.
import { $ } from '../jquery-global.mjs';
import 'smartmenus';
import 'smartmenus/dist/css/sm-core-css.css';
import 'smartmenus/dist/css/sm-blue/sm-blue.css';
import { show } from '../page.mjs';

const state = { chosen: '' };
const link = (name, more = '') => `<li><a href="#${name}">${name}</a>${more}</li>`;
show(
  `<nav><ul id="menu" class="sm sm-blue">${link('Home')}${link('Goods', `<ul>${link('Ropes')}${link('Lamps', `<ul>${link('Oil lamps')}${link('Candles')}</ul>`)}</ul>`)}${link('About')}</ul></nav>`,
  () => state,
);
$('#menu').smartmenus();
$('#menu').on('click', 'a', ({ target }) => {
  state.chosen = target.textContent.trim();
});
