// Lit: a to-do list whose items are elements in shadow trees.
import { css, html, LitElement } from 'lit';
import { show } from '../page.mjs';

class TodoList extends LitElement {
  static properties = { items: { state: true } };
  static styles = css`li { padding: 6px; }`;

  constructor() {
    super();
    this.items = [
      { name: 'Milk', isDone: false },
      { name: 'Bread', isDone: false },
    ];
  }

  #add(event) {
    event.preventDefault();
    const field = this.renderRoot.querySelector('input[name=new]');
    this.items = [...this.items, { name: field.value, isDone: false }];
    field.value = '';
  }

  #toggle(chosen) {
    this.items = this.items.map((item) => (item === chosen ? { ...item, isDone: !item.isDone } : item));
  }

  render() {
    return html`<form @submit=${this.#add}><label>New item <input name="new" /></label><button>Add</button></form>
      <ul>${this.items.map((item) => html`<li @click=${() => this.#toggle(item)} style=${item.isDone ? 'text-decoration: line-through' : ''}>${item.name}</li>`)}</ul>`;
  }
}

customElements.define('todo-list', TodoList);
const root = show('<todo-list></todo-list>', () => ({ items: root.querySelector('todo-list').items }));
