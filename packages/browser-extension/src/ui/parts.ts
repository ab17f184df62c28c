// The pieces of the panel. All text is set as text: names of agents and titles of pages are written by others.
import type { PanelAgent, PanelCommand, PanelQuestion, PanelRule } from '../base/panel-state.ts';

type Send = (command: PanelCommand) => void;

export function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`The page has no ${id}.`);
  return element;
}

export function questionCard(question: PanelQuestion, send: Send): HTMLElement {
  const { id, agent, tabTitle, tool, mayRemember } = question;
  const site = tool ?? question.site;
  const answer = (text: string, said: 'allow' | 'deny', lasting: 'once' | 'always', look = '') =>
    button(text, look, () => send({ do: 'answer', question: id, said, lasting }), `${text}: ${agent}, ${site}`);
  const isTab = tabTitle !== undefined;
  const heading = make('h3', '', `${agent} ${wishOf(question)}`);
  const answers = make('div', 'answers');
  answers.append(
    answer(isTab ? 'Hand over' : 'Allow once', 'allow', 'once', 'main'),
    ...(mayRemember && !isTab ? [answer('Always allow', 'allow', 'always')] : []),
    answer(isTab ? 'Keep it' : 'Deny', 'deny', 'once', mayRemember || isTab ? '' : 'danger'),
    // A tool that is never to be used is a rule of the user's config.
    ...(mayRemember && !isTab && tool === undefined ? [answer('Always deny', 'deny', 'always', 'danger')] : []),
  );
  const card = make('li', 'card');
  card.append(heading, make('span', 'site', site), make('p', 'detail', meaningOf(question)), answers);
  return card;
}

function wishOf({ right, tabTitle, tool }: PanelQuestion): string {
  if (tool !== undefined) return 'wants to use a tool of yours';
  if (tabTitle !== undefined) return `asks for your tab “${tabTitle}”`;
  return right === 'read' ? 'wants to read' : 'wants to open and act on';
}

function meaningOf({ right, tabTitle, tool, mayRemember }: PanelQuestion): string {
  if (tool !== undefined) return 'Your config says to ask before it is used. “Once” is for this call alone.';
  const once = ` ${mayRemember ? '“Once”' : 'That'} lasts until it leaves, an hour at most.`;
  if (tabTitle !== undefined) return 'It could read and use this site, with your logins, until it leaves.';
  return right === 'read'
    ? `It would see text and pictures of this site.${once}`
    : `It could see pages, click and type there, with your logins.${once}`;
}

export function agentRow({ id, name, tabs, isStopped }: PanelAgent, send: Send): HTMLElement {
  const facts = isStopped ? 'Stopped. Its calls are refused.' : `${tabs === 0 ? 'no tabs' : count(tabs, 'tab')} open`;
  const toggle = isStopped
    ? button('Resume', '', () => send({ do: 'resume', agent: id }), `Resume ${name}`)
    : button('Stop', 'danger', () => send({ do: 'stop', agent: id }), `Stop ${name}`);
  return row(make('strong', '', name), make('p', 'detail', facts), toggle);
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

function wordsFor(read: PanelRule['read'], act: PanelRule['act']): string {
  if (act === 'allow') return 'may read and act';
  if (read === 'deny') return 'may neither read nor act';
  if (read === 'allow') return act === 'deny' ? 'may read, not act' : 'may read';
  return 'may not act';
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

function button(text: string, look: string, onclick: () => void, label: string): HTMLElement {
  const made = make('button', look, text);
  made.setAttribute('type', 'button');
  made.setAttribute('aria-label', label);
  made.onclick = onclick;
  return made;
}

function make(tag: string, look: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (look !== '') element.className = look;
  element.textContent = text;
  return element;
}
