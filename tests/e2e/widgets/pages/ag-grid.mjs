// AG Grid: a thousand rows of which a few are drawn, with cells to edit.
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
import { byId, show } from '../page.mjs';

ModuleRegistry.registerModules([AllCommunityModule]);
const rows = Array.from({ length: 1000 }, (_, at) => ({
  id: at + 1,
  name: `Part ${String(at + 1).padStart(4, '0')}`,
  stock: (at * 7) % 50,
}));
show('<h2>Parts</h2><div id="grid" style="height: 400px; width: 700px"></div>', () => ({
  stock3: rows[2].stock,
  selected: api.getSelectedRows().map(({ name }) => name),
  firstShown: api.getDisplayedRowAtIndex(0)?.data.stock,
  filter: api.getDisplayedRowCount(),
}));
const api = createGrid(byId('grid'), {
  rowData: rows,
  rowSelection: { mode: 'singleRow', checkboxes: false, enableClickSelection: true },
  columnDefs: [
    { field: 'id', width: 90 },
    { field: 'name', filter: 'agTextColumnFilter', floatingFilter: true },
    { field: 'stock', editable: true },
  ],
});
