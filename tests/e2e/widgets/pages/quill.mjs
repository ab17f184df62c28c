// Quill: a rich text editor with a toolbar.
import Quill from 'quill';
import 'quill/dist/quill.snow.css';
import { show } from '../page.mjs';

show('<div id="editor"></div>', () => ({ text: quill.getText(), html: quill.getSemanticHTML() }));
const quill = new Quill('#editor', {
  theme: 'snow',
  placeholder: 'Write a story',
  modules: { toolbar: [['bold', 'italic'], [{ header: [1, 2, false] }], [{ list: 'bullet' }]] },
});
