// FilePond: an upload field drawn over its input.
import * as FilePond from 'filepond';
import 'filepond/dist/filepond.css';
import { byId, show } from '../page.mjs';

show('<h2>Photos</h2><input type="file" id="photos" multiple>', () => ({
  files: pond.getFiles().map(({ filename }) => filename),
}));
const pond = FilePond.create(byId('photos'), { allowMultiple: true });
