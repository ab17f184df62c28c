// The elements of the panel. All text is set with textContent: agent names and page titles are untrusted.
import type { PanelCommand } from '../base/panel-command.ts';
import type { PanelQuestion } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';

export type Send = (command: PanelCommand) => void;

export function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`The page has no ${id}.`);
  return element;
}

export function questionCard(question: PanelQuestion, send: Send): HTMLElement {
  const { id, agent, isNameClaimed, request, about, meaning, answers } = question;
  const buttons = make('div', 'answers');
  for (const { text: words, decision, lasting, look } of answers) {
    const onclick = () => send({ do: 'answer', question: id, decision, lasting });
    buttons.append(button(words, look, onclick, `${words}: ${agent}, ${about}`));
  }
  const card = make('li', 'card');
  card.append(
    make('h3', '', `${isNameClaimed ? `“${agent}”` : agent} ${request}`),
    // A program that takes the name of an agent the user trusts has no key for it.
    ...(isNameClaimed ? [make('p', 'detail claimed', text('claimed'))] : []),
    make('span', 'site', about),
    make('p', 'detail', meaning),
    buttons,
  );
  return card;
}

/** A name, facts below it, and what can be done. */
export function row(name: HTMLElement, facts: readonly HTMLElement[], ...actions: readonly HTMLElement[]): HTMLElement {
  const words = make('div', '');
  words.append(name, ...facts);
  const item = make('li', 'row');
  item.append(words, ...actions);
  return item;
}

/** Only a person's own click counts. */
export function button(words: string, look: string, onclick: () => void, label: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.className = look;
  made.textContent = words;
  made.type = 'button';
  made.setAttribute('aria-label', label);
  made.onclick = ({ isTrusted }) => {
    if (isTrusted) onclick();
  };
  return made;
}

export function make(tag: string, look: string, words = ''): HTMLElement {
  const element = document.createElement(tag);
  if (look !== '') element.className = look;
  element.textContent = words;
  return element;
}
