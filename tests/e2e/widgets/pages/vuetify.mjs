// Vuetify: a select and a menu in layers that their controls own, held by an element without a box.
import '../process-global.mjs';
import 'vuetify/styles';
import { createApp, h, reactive } from 'vue';
import { createVuetify } from 'vuetify';
import { VApp, VBtn, VList, VListItem, VMenu, VSelect } from 'vuetify/components';
import { show } from '../page.mjs';

const state = reactive({ size: null, done: '' });
show('<div id="app"></div>', () => ({ ...state }));
const choose = (size) => {
  state.size = size;
};
const act = (name) => () => {
  state.done = name;
};
const item = (name) => h(VListItem, { title: name, onClick: act(name) });
const form = () => [
  h(VSelect, {
    label: 'Size',
    items: ['Small', 'Medium', 'Large'],
    modelValue: state.size,
    'onUpdate:modelValue': choose,
  }),
  h(VBtn, { id: 'more' }, () => 'More'),
  h(VMenu, { activator: '#more' }, () => h(VList, null, () => ['Share', 'Print'].map(item))),
];
createApp({ render: () => h(VApp, null, form) })
  .use(createVuetify())
  .mount('#app');
