// jqTree: nodes are dragged into others.
import { $ } from '../jquery-global.mjs';
import 'jqtree';
import 'jqtree/jqtree.css';
import { show } from '../page.mjs';

show('<div id="tree"></div>', () => ({ tree: JSON.parse($('#tree').tree('toJson')) }));
$('#tree').tree({
  data: [
    { name: 'Inbox', id: 1 },
    { name: 'Archive', id: 2, children: [{ name: 'Old', id: 3 }] },
    { name: 'Bills', id: 4 },
  ],
  dragAndDrop: true,
  autoOpen: true,
});
