// Fancytree: a tree of spans with checkboxes.
import '../jquery-global.mjs';
import { createTree } from 'jquery.fancytree';
import 'jquery.fancytree/dist/skin-lion/ui.fancytree.css';
import { show } from '../page.mjs';

show('<h2>Rights</h2><div id="tree"></div>', () => ({
  checked: tree.getSelectedNodes().map(({ title }) => title),
  active: tree.getActiveNode()?.title ?? '',
}));
const tree = createTree('#tree', {
  checkbox: true,
  source: [
    { title: 'Office', folder: true, children: [{ title: 'Read letters' }, { title: 'Sign letters' }] },
    { title: 'Cellar', folder: true, children: [{ title: 'Taste wine' }] },
  ],
});
