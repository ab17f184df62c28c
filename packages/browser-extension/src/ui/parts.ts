// The elements of the panel. All text is set with textContent: agent names and page titles are untrusted.
import type { PanelAgent, PanelCommand, PanelOrigin, PanelQuestion, PanelRule } from '../base/panel-state.ts';

type Send = (command: PanelCommand) => void;

export function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`The page has no ${id}.`);
  return element;
}

/** A program that takes the name of an agent the user trusts has no key for it. */
const CLAIMED = 'No key: the agent gave itself this name, and any program can.';

export function questionCard(question: PanelQuestion, send: Send): HTMLElement {
  const { id, agent, isNameClaimed, request, about, meaning, answers } = question;
  const buttons = make('div', 'answers');
  for (const { text, decision, lasting, look } of answers) {
    const onclick = () => send({ do: 'answer', question: id, decision, lasting });
    buttons.append(button(text, look, onclick, `${text}: ${agent}, ${about}`));
  }
  const card = make('li', 'card');
  card.append(
    make('h3', '', `${isNameClaimed ? `“${agent}”` : agent} ${request}`),
    ...(isNameClaimed ? [make('p', 'detail claimed', CLAIMED)] : []),
    make('span', 'site', about),
    make('p', 'detail', meaning),
    buttons,
  );
  return card;
}

export function agentRow({ id, name, isNameClaimed, tabs, isStopped }: PanelAgent, send: Send): HTMLElement {
  const facts = isStopped ? 'Stopped' : `${tabs === 0 ? 'No tabs' : count(tabs, 'tab')} open`;
  const toggle = isStopped
    ? button('Resume', '', () => send({ do: 'resume', agent: id }), `Resume ${name}`)
    : button('Stop', 'danger', () => send({ do: 'stop', agent: id }), `Stop ${name}`);
  const title = isNameClaimed ? `“${name}”` : name;
  return row(make('strong', '', title), make('p', 'detail', isNameClaimed ? `${facts}. ${CLAIMED}` : facts), toggle);
}

export function ruleRow({ id, agent, site, read, act }: PanelRule, send: Send): HTMLElement {
  const facts = make('p', 'detail', `${agent} `);
  facts.append(
    make('span', act === 'allow' || (read === 'allow' && act !== 'deny') ? 'allow' : 'deny', wordsFor(read, act)),
  );
  return row(
    make('strong', '', site),
    facts,
    button('Remove', '', () => send({ do: 'remove', rule: id }), `Remove the rule for ${agent} on ${site}`),
  );
}

export function originRow({ id, facts, isDenied }: PanelOrigin, send: Send): HTMLElement {
  const words = make('div', 'detail');
  for (const fact of facts) words.append(make('p', isDenied ? 'deny' : '', fact));
  const revoke = () => send({ do: 'revokeOrigin', origin: id });
  return row(make('strong', '', id), words, button('Remove', '', revoke, `Remove what you decided on ${id}`));
}

function wordsFor(read: PanelRule['read'], act: PanelRule['act']): string {
  if (act === 'allow') return 'may read, click and type';
  if (read === 'deny') return 'has no access';
  if (read === 'allow') return act === 'deny' ? 'may read, but not click or type' : 'may read';
  return 'may not click or type';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function row(name: HTMLElement, facts: HTMLElement, action: HTMLElement): HTMLElement {
  const words = make('div', '');
  words.append(name, facts);
  const item = make('li', 'row');
  item.append(words, action);
  return item;
}

/** Only a person's own click counts. */
export function button(text: string, look: string, onclick: () => void, label: string): HTMLElement {
  const made = make('button', look, text);
  made.setAttribute('type', 'button');
  made.setAttribute('aria-label', label);
  made.onclick = ({ isTrusted }) => {
    if (isTrusted) onclick();
  };
  return made;
}

export function make(tag: string, look: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (look !== '') element.className = look;
  element.textContent = text;
  return element;
}
