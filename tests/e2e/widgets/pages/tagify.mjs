// Tagify: a field of tags.
import Tagify from '@yaireo/tagify';
import '@yaireo/tagify/dist/tagify.css';
import { byId, show } from '../page.mjs';

show('<label for="topics">Topics</label> <input id="topics" placeholder="Add topics" value="old">', () => ({
  tags: tagify.value.map(({ value }) => value),
}));
const tagify = new Tagify(byId('topics'));
