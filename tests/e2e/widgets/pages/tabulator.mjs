// Tabulator: a table with virtual rows, sorted by its headers and edited by a click.
import { TabulatorFull as Tabulator } from 'tabulator-tables';
import 'tabulator-tables/dist/css/tabulator.css';
import { show } from '../page.mjs';

const data = Array.from({ length: 500 }, (_, at) => ({
  id: at + 1,
  name: `Person ${at + 1}`,
  town: ['Ulm', 'Oslo', 'Bath'][at % 3],
  age: 20 + ((at * 13) % 60),
}));
data[1] = { id: 2, name: 'Carol', town: 'Oslo', age: 33 };
show('<h2>People</h2><div id="table"></div>', () => ({
  carol: table.getData().find(({ id }) => id === 2)?.town,
  sorters: table.getSorters().map(({ field, dir }) => `${field} ${dir}`),
  selected: table.getSelectedData().map(({ name }) => name),
}));
const table = new Tabulator('#table', {
  data,
  height: 300,
  layout: 'fitColumns',
  selectableRows: true,
  columns: [
    { title: 'Name', field: 'name' },
    { title: 'Town', field: 'town', editor: 'input' },
    { title: 'Age', field: 'age' },
  ],
});
