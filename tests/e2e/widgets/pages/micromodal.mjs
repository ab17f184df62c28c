// Micromodal: a dialog of a few lines of script.
import MicroModal from 'micromodal';
import { byId, show } from '../page.mjs';

const state = { accepted: false };
show(
  `<style>.modal { display: none } .modal.is-open { display: block } .overlay { position: fixed; inset: 0; background: #0008; display: flex; align-items: center; justify-content: center } .box { background: white; padding: 30px }</style>
<button data-micromodal-trigger="terms">Read the terms</button>
<div class="modal" id="terms" aria-hidden="true"><div class="overlay" tabindex="-1" data-micromodal-close><div class="box" role="dialog" aria-modal="true" aria-label="Terms">
<p>Be kind.</p><button id="accept" data-micromodal-close>Accept</button></div></div></div>`,
  () => ({ ...state, isOpen: byId('terms').classList.contains('is-open') }),
);
byId('accept').addEventListener('click', () => {
  state.accepted = true;
});
MicroModal.init();
