// Swiper: slides with arrows and bullets.
import Swiper from 'swiper';
import { A11y, Navigation, Pagination } from 'swiper/modules';
import 'swiper/css';
import 'swiper/css/navigation';
import 'swiper/css/pagination';
import { show } from '../page.mjs';

const slides = ['Spring', 'Summer', 'Autumn', 'Winter'].map(
  (name) => `<div class="swiper-slide" style="height: 150px">${name} <button>Choose ${name}</button></div>`,
);
const state = { chosen: '' };
const root = show(
  `<div class="swiper" style="width: 400px"><div class="swiper-wrapper">${slides.join('')}</div><div class="swiper-button-prev"></div><div class="swiper-button-next"></div><div class="swiper-pagination"></div></div>`,
  () => ({ ...state, index: swiper.activeIndex }),
);
const swiper = new Swiper('.swiper', {
  modules: [A11y, Navigation, Pagination],
  navigation: { prevEl: '.swiper-button-prev', nextEl: '.swiper-button-next' },
  pagination: { el: '.swiper-pagination', clickable: true },
});
root.addEventListener('click', ({ target }) => {
  if (target.matches('.swiper-slide button')) state.chosen = target.textContent.replace('Choose ', '');
});
