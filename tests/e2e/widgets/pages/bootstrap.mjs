// Bootstrap: a menu, a modal dialog with a form, an accordion and tabs.
import 'bootstrap';
import 'bootstrap/dist/css/bootstrap.css';
import { byId, show } from '../page.mjs';

const state = { chosen: '', saved: '' };
const root = show(
  `<div class="dropdown"><button class="btn btn-secondary dropdown-toggle" data-bs-toggle="dropdown">File actions</button>
<ul class="dropdown-menu"><li><a class="dropdown-item" href="#">Rename</a></li><li><a class="dropdown-item" href="#">Archive</a></li></ul></div>
<button class="btn btn-primary" data-bs-toggle="modal" data-bs-target="#edit">Edit profile</button>
<div class="modal fade" id="edit" tabindex="-1" aria-labelledby="edit-title"><div class="modal-dialog"><div class="modal-content">
<div class="modal-header"><h5 class="modal-title" id="edit-title">Profile</h5></div>
<div class="modal-body"><label>Nickname <input id="nick"></label></div>
<div class="modal-footer"><button class="btn" id="save" data-bs-dismiss="modal">Save profile</button></div></div></div></div>
<div class="accordion" id="faq"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-toggle="collapse" data-bs-target="#one">How do I pay?</button></h2>
<div id="one" class="accordion-collapse collapse" data-bs-parent="#faq"><div class="accordion-body"><div class="form-check form-switch"><input class="form-check-input" type="checkbox" role="switch" id="invoice"><label class="form-check-label" for="invoice">Pay by invoice</label></div></div></div></div></div>`,
  () => ({ ...state, isOpen: byId('edit').classList.contains('show'), invoice: byId('invoice').checked }),
);
root.addEventListener('click', ({ target }) => {
  if (target.matches('.dropdown-item')) state.chosen = target.textContent;
});
byId('save').addEventListener('click', () => {
  state.saved = byId('nick').value;
});
