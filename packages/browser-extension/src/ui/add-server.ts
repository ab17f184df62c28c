// Adds a server in two steps: the form or pasted JSON, then what exactly will run, which only the user's click adds.

import { text } from '../base/texts.ts';
import { button, elementById, make, type Send } from './parts.ts';
import {
  type Entries,
  entriesFromForm,
  entriesFromJson,
  namesOf,
  type ReadEntries,
  summaryOf,
} from './server-entries.ts';

export function offerAdding(send: Send): void {
  const form = elementById('add').querySelector('form');
  if (form === null) return;
  form.onsubmit = (event) => event.preventDefault();
  showFields(form, send, 'form');
}

function showFields(form: HTMLElement, send: Send, way: 'form' | 'json'): void {
  const problem = make('p', 'deny');
  problem.setAttribute('role', 'alert');
  const name = field('input', 'addName');
  const command = field('input', 'addCommand');
  command.control.placeholder = text('addCommandHint');
  const env = field('textarea', 'addEnv');
  const json = field('textarea', 'addJson');
  const other = way === 'form' ? 'json' : 'form';
  const switchWay = () => showFields(form, send, other);
  const review = () => {
    const read: ReadEntries =
      way === 'json'
        ? entriesFromJson(json.control.value)
        : entriesFromForm({ name: name.control.value, command: command.control.value, env: env.control.value });
    if ('problem' in read) problem.textContent = text(read.problem);
    else showReview(form, send, read.entries);
  };
  const buttons = make('div', 'answers');
  const otherText = text(other === 'json' ? 'addByJson' : 'addByForm');
  buttons.append(
    button(text('addReview'), 'main', review, text('addReview')),
    button(otherText, '', switchWay, otherText),
  );
  const fields = way === 'json' ? [json] : [name, command, env];
  form.replaceChildren(...fields.map(({ label }) => label), problem, buttons);
}

function showReview(form: HTMLElement, send: Send, entries: Entries): void {
  const list = make('div', 'review');
  for (const [name, entry] of Object.entries(entries)) {
    const isFar = typeof entry.url === 'string';
    list.append(make('h3', '', name), make('p', 'detail', text(isFar ? 'addSureUrl' : 'addSure')));
    list.append(make('pre', 'value', [summaryOf(entry), ...namesOf(entry).map((known) => `${known}=…`)].join('\n')));
  }
  const names = Object.keys(entries).join(', ');
  const add = () => {
    send({ do: 'addServers', servers: copied(entries) });
    showFields(form, send, 'form');
  };
  const cancel = () => showFields(form, send, 'form');
  const buttons = make('div', 'answers');
  const addText = text('addNow', names);
  buttons.append(button(addText, 'main', add, addText), button(text('addCancel'), '', cancel, text('addCancel')));
  form.replaceChildren(list, buttons);
  buttons.querySelector('button')?.focus();
}

function copied(entries: Entries): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...entry }]));
}

function field(
  tag: 'input' | 'textarea',
  name: string,
): { readonly label: HTMLElement; readonly control: HTMLInputElement | HTMLTextAreaElement } {
  const control = document.createElement(tag);
  control.spellcheck = false;
  control.autocomplete = 'off';
  const label = make('label', 'field', text(name));
  label.append(control);
  return { label, control };
}
