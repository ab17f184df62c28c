// Dropzone: an area for files, with its input hidden away.
import Dropzone from 'dropzone';
import 'dropzone/dist/dropzone.css';
import { show } from '../page.mjs';

Dropzone.autoDiscover = false;
show('<h2>Papers</h2><form class="dropzone" id="papers" action="/upload"></form>', () => ({
  files: zone.files.map(({ name }) => name),
}));
const zone = new Dropzone('#papers', { url: '/upload', dictDefaultMessage: 'Drop files here to upload' });
