// Trix: an editor that is an element of its own.
import 'trix';
import 'trix/dist/trix.css';
import { byId, show } from '../page.mjs';

show(
  '<h2>Comment</h2><input id="comment" type="hidden"><trix-editor input="comment" aria-label="Comment"></trix-editor>',
  () => ({
    html: byId('comment').value,
  }),
);
