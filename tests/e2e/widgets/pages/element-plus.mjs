// Element Plus on Vue: select, date picker, cascader, rating and switch.
import ElementPlus from 'element-plus';
import 'element-plus/dist/index.css';
import { createApp, h, reactive, resolveComponent } from 'vue';
import { show } from '../page.mjs';

const state = reactive({ town: '', day: '', place: [], stars: 0, isOn: false });
const root = show('', () => ({ ...state, place: [...(state.place ?? [])] }));
const places = [
  {
    value: 'Norway',
    label: 'Norway',
    children: [
      { value: 'Oslo', label: 'Oslo' },
      { value: 'Bergen', label: 'Bergen' },
    ],
  },
  { value: 'Sweden', label: 'Sweden', children: [{ value: 'Lund', label: 'Lund' }] },
];
const bound = (name) => ({ modelValue: state[name], 'onUpdate:modelValue': (value) => (state[name] = value) });
createApp({
  render: () => {
    const part = (name, props, slots) => h(resolveComponent(name), props, slots);
    return h('div', { style: 'width: 400px' }, [
      h('p', 'Town'),
      part('ElSelect', { ...bound('town'), placeholder: 'Choose a town', 'aria-label': 'Town' }, () =>
        ['Ulm', 'Oslo', 'Bath'].map((name) => part('ElOption', { key: name, label: name, value: name })),
      ),
      part('ElDatePicker', {
        ...bound('day'),
        type: 'date',
        placeholder: 'Choose a day',
        valueFormat: 'YYYY-MM-DD',
        defaultValue: new Date(2027, 2, 10),
      }),
      part('ElCascader', { ...bound('place'), options: places, placeholder: 'Choose a place' }),
      part('ElRate', bound('stars')),
      part('ElSwitch', { ...bound('isOn'), activeText: 'Alarm' }),
    ]);
  },
})
  .use(ElementPlus)
  .mount(root);
