// Jodit: an editor with a toolbar of lists.
import { Jodit } from 'jodit/es2021/jodit.min.js';
import 'jodit/es2021/jodit.min.css';
import { show } from '../page.mjs';

show('<textarea id="text">&lt;p&gt;Hello world&lt;/p&gt;</textarea>', () => ({ html: editor.value }));
const editor = Jodit.make('#text', { height: 300 });
