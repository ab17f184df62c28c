// Ionic: a select that asks in a dialog, a toggle and a range, all web components.
import '@ionic/core/css/core.css';
import { initialize } from '@ionic/core/components';
import { defineCustomElement as defineAlert } from '@ionic/core/components/ion-alert.js';
import { defineCustomElement as defineRange } from '@ionic/core/components/ion-range.js';
import { defineCustomElement as defineSelect } from '@ionic/core/components/ion-select.js';
import { defineCustomElement as defineOption } from '@ionic/core/components/ion-select-option.js';
import { defineCustomElement as defineToggle } from '@ionic/core/components/ion-toggle.js';
import { byId, show } from '../page.mjs';

initialize();
for (const define of [defineAlert, defineRange, defineSelect, defineOption, defineToggle]) define();
const option = (name) => `<ion-select-option value="${name.toLowerCase()}">${name}</ion-select-option>`;
show(
  `<ion-select id="meal" label="Meal" placeholder="Choose">${['Soup', 'Salad', 'Steak'].map(option).join('')}</ion-select>
<ion-toggle id="spicy">Spicy</ion-toggle><ion-range id="portions" label="Portions" min="0" max="10" value="2"></ion-range>`,
  () => ({ meal: byId('meal').value, isSpicy: byId('spicy').checked, portions: byId('portions').value }),
);
