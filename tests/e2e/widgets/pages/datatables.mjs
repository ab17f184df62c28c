// DataTables: a table with search, pages, and a button in every row.

import DataTable from 'datatables.net-dt';
import { $ } from '../jquery-global.mjs';
import 'datatables.net-dt/css/dataTables.dataTables.css';
import { show } from '../page.mjs';

const state = { opened: '' };
show('<h2>Invoices</h2><table id="invoices" class="display"></table>', () => ({ ...state, page: table.page() }));
const data = Array.from({ length: 200 }, (_, at) => [
  `INV-${1000 + at}`,
  ['Ada', 'Kurt', 'Grace'][at % 3],
  `${at * 5} EUR`,
  '<span class="open" style="text-decoration: underline">Open</span>',
]);
const table = new DataTable('#invoices', {
  data,
  columns: ['Number', 'Customer', 'Amount', ''].map((title) => ({ title })),
});
$('#invoices').on('click', '.open', ({ target }) => {
  state.opened = target.closest('tr').cells[0].textContent;
});
