// jQuery UI: date picker, autocomplete, slider, sortable list, menu, spinner and dialog, as one page of its time has them.
import { $ } from '../jquery-global.mjs';
import 'jquery-ui/dist/jquery-ui.js';
import 'jquery-ui/dist/themes/base/jquery-ui.css';
import { COUNTRIES, show } from '../page.mjs';

const state = { picked: '', slid: 0 };
show(
  `<p><label>Arrival <input id="arrival"></label></p><p><label>Country <input id="country"></label></p>
<p>Volume: <output id="level">10</output></p><div id="slider" style="width: 300px; margin: 10px"></div>
<ul id="sortable" style="width: 200px">${['Apple', 'Banana', 'Cherry', 'Damson'].map((name) => `<li style="padding: 6px; border: 1px solid">${name}</li>`).join('')}</ul>
<ul id="menu" style="width: 200px"><li><div>Music</div><ul style="width: 160px"><li><div>Jazz</div></li><li><div>Folk</div></li></ul></li><li><div>Books</div></li></ul>
<p><label>Guests <input id="guests" value="1"></label></p>`,
  () => ({
    ...state,
    arrival: $('#arrival').val(),
    country: $('#country').val(),
    order: $('#sortable li')
      .map((_, item) => item.textContent)
      .get(),
    guests: $('#guests').val(),
  }),
);
$('#arrival').datepicker({ defaultDate: '03/10/2027' });
$('#country').autocomplete({ source: COUNTRIES });
$('#slider').slider({
  value: 10,
  slide: (_, { value }) => {
    state.slid = value;
    $('#level').text(value);
  },
});
$('.ui-slider-handle').attr('aria-label', 'Volume');
$('#sortable').sortable();
$('#menu').menu({ select: (_, { item }) => (state.picked = item.children('div').text()) });
$('#guests').spinner();
