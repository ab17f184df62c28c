// Splide: slides with a bar of pages.
import Splide from '@splidejs/splide';
import '@splidejs/splide/css';
import { show } from '../page.mjs';

const slides = ['One', 'Two', 'Three', 'Four'].map(
  (name) => `<li class="splide__slide" style="height: 120px">${name}</li>`,
);
show(
  `<section class="splide" aria-label="Numbers" style="width: 400px"><div class="splide__track"><ul class="splide__list">${slides.join('')}</ul></div></section>`,
  () => ({ index: splide.index }),
);
const splide = new Splide('.splide').mount();
