// International Telephone Input: a searched list of countries in front of a field.
import intlTelInput from 'intl-tel-input';
import 'intl-tel-input/styles';
import { byId, show } from '../page.mjs';

show('<label for="tel">Telephone</label><div><input id="tel" type="tel"></div>', () => ({
  country: widget.getSelectedCountry?.()?.iso2 ?? widget.getSelectedCountryData?.().iso2,
  value: byId('tel').value,
}));
const widget = intlTelInput(byId('tel'), { initialCountry: 'us' });
