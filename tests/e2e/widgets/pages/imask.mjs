// IMask: a phone number with a form.
import IMask from 'imask';
import { byId, show } from '../page.mjs';

show('<label>Phone <input id="phone"></label>', () => ({ phone: byId('phone').value, raw: mask.unmaskedValue }));
const mask = IMask(byId('phone'), { mask: '+{47} 00 00 00 00' });
