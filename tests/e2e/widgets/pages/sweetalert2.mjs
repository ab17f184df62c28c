// SweetAlert2: a question with a field, in front of everything.
import Swal from 'sweetalert2';
import { byId, show } from '../page.mjs';

const state = { name: '', deleted: false };
show('<button id="ask">Name the ship</button> <button id="delete">Delete the ship</button>', () => state);
const name = { title: 'Name of the ship', input: 'text', inputLabel: 'Ship', showCancelButton: true };
const sure = { title: 'Delete it?', icon: 'warning', showCancelButton: true, confirmButtonText: 'Yes, delete it' };
byId('ask').addEventListener('click', () => {
  void Swal.fire(name).then(({ value }) => {
    state.name = value ?? '';
  });
});
byId('delete').addEventListener('click', () => {
  void Swal.fire(sure).then(({ isConfirmed }) => {
    state.deleted = isConfirmed;
  });
});
