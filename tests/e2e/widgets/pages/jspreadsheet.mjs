// Jspreadsheet: cells that a double click opens.
import jspreadsheet from 'jspreadsheet-ce';
import 'jspreadsheet-ce/dist/jspreadsheet.css';
import 'jsuites/dist/jsuites.css';
import { byId, show } from '../page.mjs';

show('<h2>Budget</h2><div id="sheet"></div>', () => ({ data: sheet.getData() }));
const [sheet] = jspreadsheet(byId('sheet'), {
  worksheets: [
    {
      data: [
        ['Rent', '900'],
        ['Food', '400'],
        ['Books', '50'],
      ],
      columns: [
        { type: 'text', title: 'Item', width: 150 },
        { type: 'text', title: 'Euro', width: 100 },
      ],
    },
  ],
});
