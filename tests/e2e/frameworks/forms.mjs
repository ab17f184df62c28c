// The same form made with each framework, in the way its own documentation does it; each tells its state, not its fields.
import { html, LitElement } from 'lit';
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h, reactive } from 'vue';

const COLOURS = ['Red', 'Green'];

const EMPTY = { name: '', agree: false, colour: 'Red', size: 's' };

function ReactForm() {
  const [state, setState] = useState(EMPTY);
  const set = (name, read) => (event) => setState((old) => ({ ...old, [name]: read(event.target) }));
  const label = (text, field) => createElement('label', { key: text }, `React ${text} `, field);
  return createElement(
    'form',
    null,
    // Written in capitals whatever is typed: only a field that the framework controls does that.
    label(
      'name',
      createElement('input', { value: state.name, onChange: set('name', (field) => field.value.toUpperCase()) }),
    ),
    label(
      'agree',
      createElement('input', {
        type: 'checkbox',
        checked: state.agree,
        onChange: set('agree', (field) => field.checked),
      }),
    ),
    label(
      'colour',
      createElement(
        'select',
        { value: state.colour, onChange: set('colour', (field) => field.value) },
        COLOURS.map((colour) => createElement('option', { key: colour }, colour)),
      ),
    ),
    label(
      'large',
      createElement('input', {
        type: 'radio',
        value: 'l',
        checked: state.size === 'l',
        onChange: set('size', (field) => field.value),
      }),
    ),
    // Only the framework knows that it reacts.
    createElement('div', { onClick: () => setState(EMPTY) }, 'React again'),
    createElement('output', { 'data-of': 'React' }, JSON.stringify(state)),
  );
}

const vueForm = {
  setup() {
    const state = reactive({ ...EMPTY });
    const label = (text, field) => h('label', [`Vue ${text} `, field]);
    return () =>
      h('form', [
        label(
          'name',
          h('input', { value: state.name, onInput: (event) => (state.name = event.target.value.toUpperCase()) }),
        ),
        label(
          'agree',
          h('input', {
            type: 'checkbox',
            checked: state.agree,
            onChange: (event) => (state.agree = event.target.checked),
          }),
        ),
        label(
          'colour',
          h(
            'select',
            { value: state.colour, onChange: (event) => (state.colour = event.target.value) },
            COLOURS.map((colour) => h('option', colour)),
          ),
        ),
        label(
          'large',
          h('input', {
            type: 'radio',
            value: 'l',
            checked: state.size === 'l',
            onChange: (event) => (state.size = event.target.value),
          }),
        ),
        h('div', { onClick: () => Object.assign(state, EMPTY) }, 'Vue again'),
        h('output', { 'data-of': 'Vue' }, JSON.stringify(state)),
      ]);
  },
};

class LitForm extends LitElement {
  static properties = { state: { state: true } };

  constructor() {
    super();
    this.state = { name: '', agree: false, colour: 'Red', size: 's' };
  }

  #set(change) {
    this.state = { ...this.state, ...change };
  }

  render() {
    const { name, agree, colour, size } = this.state;
    return html`<form>
      <label>Lit name <input .value=${name} @input=${({ target }) => this.#set({ name: target.value.toUpperCase() })} /></label>
      <label>Lit agree <input type="checkbox" .checked=${agree} @change=${({ target }) => this.#set({ agree: target.checked })} /></label>
      <label>Lit colour <select .value=${colour} @change=${({ target }) => this.#set({ colour: target.value })}>
        ${COLOURS.map((one) => html`<option>${one}</option>`)}
      </select></label>
      <label>Lit large <input type="radio" value="l" .checked=${size === 'l'} @change=${() => this.#set({ size: 'l' })} /></label>
      <output data-of="Lit">${JSON.stringify(this.state)}</output>
    </form>`;
  }
}

/** Fields that are elements of their own, which hand a value to their form. */
class OwnField extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();

  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `<label>Element ${this.getAttribute('name')} <input></label>`;
    const field = root.querySelector('input');
    field.type = this.getAttribute('type') ?? 'text';
    field.addEventListener('input', () => {
      this.#internals.setFormValue(field.type === 'checkbox' ? String(field.checked) : field.value.toUpperCase());
      this.dispatchEvent(new Event('own-change', { bubbles: true }));
    });
  }
}

customElements.define('lit-form', LitForm);
customElements.define('own-field', OwnField);
createRoot(document.querySelector('#react')).render(createElement(ReactForm));
createApp(vueForm).mount('#vue');
const own = document.querySelector('#own');
own.addEventListener('own-change', () => {
  own.querySelector('output').textContent = JSON.stringify(Object.fromEntries(new FormData(own)));
});
