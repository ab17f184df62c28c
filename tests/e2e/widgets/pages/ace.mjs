// Ace: a code editor that draws its lines itself.
import ace from 'ace-builds';
import { show } from '../page.mjs';

show('<h2>Query</h2><div id="query" style="height: 200px; width: 500px"></div>', () => ({ code: editor.getValue() }));
const editor = ace.edit('query', { useWorker: false });
