// noUiSlider: handles with keys.
import noUiSlider from 'nouislider';
import 'nouislider/dist/nouislider.css';
import { byId, show } from '../page.mjs';

show(
  '<p id="label">Price</p><div id="price" style="width: 300px; margin: 30px"></div><output id="shown"></output>',
  () => ({
    price: Number(byId('price').noUiSlider.get()),
  }),
);
noUiSlider.create(byId('price'), {
  start: 20,
  step: 5,
  range: { min: 0, max: 100 },
  handleAttributes: [{ 'aria-label': 'Price' }],
});
byId('price').noUiSlider.on('update', ([value]) => {
  byId('shown').textContent = `Price ${value}`;
});
