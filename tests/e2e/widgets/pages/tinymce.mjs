// TinyMCE: an editor whose text lives in a frame.
import tinymce from 'tinymce';
import 'tinymce/icons/default';
import 'tinymce/models/dom';
import 'tinymce/themes/silver';
import 'tinymce/plugins/lists';
import 'tinymce/skins/ui/oxide/skin.css';
import { show } from '../page.mjs';

show('<h2>Letter</h2><textarea id="letter">Dear Ada</textarea>', () => ({
  html: tinymce.activeEditor?.getContent() ?? '',
}));
void tinymce.init({
  selector: '#letter',
  license_key: 'gpl',
  skin: false,
  content_css: false,
  menubar: false,
  promotion: false,
  plugins: 'lists',
  toolbar: 'bold italic | bullist',
});
