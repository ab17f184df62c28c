// CodeMirror 6: a code editor of contenteditable lines.
import { javascript } from '@codemirror/lang-javascript';
import { basicSetup, EditorView } from 'codemirror';
import { byId, show } from '../page.mjs';

show('<h2>Script</h2><div id="code"></div>', () => ({ code: view.state.doc.toString() }));
const view = new EditorView({ doc: 'let a = 1;\n', extensions: [basicSetup, javascript()], parent: byId('code') });
