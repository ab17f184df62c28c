// ProseMirror with its example setup: an editor with a menu of icons.
import { exampleSetup } from 'prosemirror-example-setup';
import 'prosemirror-example-setup/style/style.css';
import 'prosemirror-menu/style/menu.css';
import 'prosemirror-view/style/prosemirror.css';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { byId, show } from '../page.mjs';

show('<h2>Note</h2><div id="note"></div>', () => ({
  text: view.state.doc.textContent,
  html: byId('note').querySelector('.ProseMirror').innerHTML,
}));
const view = new EditorView(byId('note'), { state: EditorState.create({ schema, plugins: exampleSetup({ schema }) }) });
