// CodeMirror 5: a code editor that takes its keys in a hidden text area.
import CodeMirror from 'codemirror5';
import 'codemirror5/lib/codemirror.css';
import { byId, show } from '../page.mjs';

show('<h2>Old script</h2><div id="code"></div>', () => ({ code: editor.getValue() }));
const editor = CodeMirror(byId('code'), { value: '', lineNumbers: true });
