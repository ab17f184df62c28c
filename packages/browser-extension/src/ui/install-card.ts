// The card of a link that adds an MCP server: from where, exactly what, and what it will be able to do.
import type { PanelInstall, PanelQuestion } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';
import { button, make, type Send } from './parts.ts';

export function installCard(
  { id, about, meaning, answers }: PanelQuestion,
  install: PanelInstall,
  send: Send,
): HTMLElement {
  const origin = make('span', 'site');
  origin.append(install.before, make('strong', 'registered', install.name), install.after);
  const buttons = make('div', 'answers');
  for (const { text: words, decision, lasting, look } of answers) {
    const onclick = () => send({ do: 'answer', question: id, decision, lasting });
    buttons.append(button(words, look, onclick, `${words}: ${install.server}, ${about}`));
  }
  const card = make('li', 'card');
  card.append(origin, make('h3', '', text('installAsks', install.server)));
  if (install.isTaken) card.append(make('p', 'detail deny', text('installTaken', install.server)));
  card.append(wordList(install.words));
  if (install.pairs.length > 0) card.append(pairList(install.pairs));
  const facts = make('ul', 'scopes');
  for (const words of install.effects) facts.append(make('li', '', words));
  for (const words of install.warnings) facts.append(make('li', 'deny', words));
  for (const name of install.blanks) facts.append(make('li', '', text('installBlank', name)));
  card.append(facts, make('p', 'detail', meaning), buttons);
  return card;
}

/** Each argument on a line of its own, so that none can pass for two. */
function wordList(words: readonly string[]): HTMLElement {
  const list = make('ol', 'words');
  for (const word of words) {
    const item = make('li', '');
    item.append(make('code', '', word === '' ? '""' : word));
    list.append(item);
  }
  return list;
}

function pairList(pairs: PanelInstall['pairs']): HTMLElement {
  const list = make('ul', 'words');
  for (const { name, value } of pairs) {
    const item = make('li', '');
    item.append(make('code', '', `${name} = ${value}`));
    list.append(item);
  }
  return list;
}
