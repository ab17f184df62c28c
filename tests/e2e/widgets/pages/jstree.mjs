// jsTree: a tree of links and icons.
import { $ } from '../jquery-global.mjs';
import 'jstree';
import 'jstree/dist/themes/default/style.css';
import { show } from '../page.mjs';

const node = (text, ...children) => ({ text, children });
show('<h2>Files</h2><div id="tree"></div>', () => ({
  selected: $('#tree')
    .jstree(true)
    .get_selected(true)
    .map(({ text }) => text),
  opened: $('#tree')
    .jstree(true)
    .get_json('#', { flat: true })
    .filter(({ state }) => state.opened)
    .map(({ text }) => text),
}));
$('#tree').jstree({
  core: {
    animation: 0,
    data: [node('Documents', node('Letters', node('To Ada')), node('Bills')), node('Pictures', node('Sea'))],
  },
});
