// bootstrap-datepicker: a calendar of table cells with delegated listeners.
import { $ } from '../jquery-global.mjs';
import 'bootstrap-datepicker';
import 'bootstrap-datepicker/dist/css/bootstrap-datepicker3.standalone.css';
import { show } from '../page.mjs';

show('<label>Day <input id="day"></label>', () => ({ day: $('#day').val() }));
$('#day').datepicker({ format: 'yyyy-mm-dd', defaultViewDate: '2027-03-10', autoclose: true });
