// star-rating.js: a select drawn as stars.
import StarRating from 'star-rating.js';
import 'star-rating.js/dist/star-rating.css';
import { byId, show } from '../page.mjs';

show(
  `<label for="stars">Rating</label> <select id="stars"><option value="">Rate it</option>${[5, 4, 3, 2, 1].map((count) => `<option value="${count}">${['', 'Terrible', 'Poor', 'Average', 'Good', 'Excellent'][count]}</option>`).join('')}</select>`,
  () => ({ stars: byId('stars').value }),
);
new StarRating('#stars');
