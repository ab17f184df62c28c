// The card of a question that a web page asks: who, why, what, and which tools.
import type { PanelPageTool, PanelQuestion } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';
import { button, make, type Send } from './parts.ts';
import { effects } from './servers.ts';

export function pageCard(
  { id, about, meaning, answers }: PanelQuestion,
  page: NonNullable<PanelQuestion['page']>,
  send: Send,
): HTMLElement {
  const origin = make('span', 'site');
  origin.append(page.before, make('strong', 'registered', page.name), page.after);
  if (page.icon !== undefined) origin.prepend(iconAt(page.icon));
  const boxes = page.tools.map((tool) => ({ tool, box: boxFor(tool) }));
  const buttons = make('div', 'answers');
  for (const { text: words, decision, lasting, look } of answers) {
    const onclick = () => {
      const tools = boxes.flatMap(({ tool, box }) => (box.checked ? [tool.id] : []));
      send({ do: 'answer', question: id, decision, lasting, tools });
    };
    buttons.append(button(words, look, onclick, `${words}: ${about}`));
  }
  const card = make('li', 'card');
  card.append(origin, make('h3', '', text('pageAsks')));
  if (page.within !== undefined) card.append(make('p', 'detail', text('pageWithin', page.within)));
  card.append(
    page.reason === '' ? make('p', 'detail', text('pageNoReason')) : make('blockquote', '', `“${page.reason}”`),
  );
  card.append(scopeList(page.scopes));
  if (boxes.length > 0) card.append(toolList(boxes));
  card.append(make('p', 'detail', meaning), buttons);
  return card;
}

/** Decoration: whose page it is says the address beside it. */
function iconAt(address: string): HTMLElement {
  const icon = document.createElement('img');
  icon.className = 'icon';
  icon.alt = '';
  icon.referrerPolicy = 'no-referrer';
  icon.src = address;
  icon.onerror = () => icon.remove();
  return icon;
}

function scopeList(scopes: readonly { readonly text: string; readonly risk: string }[]): HTMLElement {
  const list = make('ul', 'scopes');
  for (const { text: words, risk } of scopes) {
    const item = make('li', '', words);
    item.append(make('span', 'detail', ` ${risk}`));
    list.append(item);
  }
  return list;
}

function toolList(boxes: readonly { readonly tool: PanelPageTool; readonly box: HTMLInputElement }[]): HTMLElement {
  const list = make('fieldset', 'tools');
  list.append(make('legend', '', text('pageTools')));
  for (const { tool, box } of boxes) {
    const label = make('label', '');
    const effect = text(effects[tool.effect]);
    const facts = tool.description === '' ? effect : `${effect}. ${tool.description}`;
    label.append(box, make('code', '', tool.name), make('span', 'detail', ` ${facts}`));
    list.append(label);
  }
  return list;
}

function boxFor({ name, isSuggested }: PanelPageTool): HTMLInputElement {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = isSuggested;
  box.setAttribute('aria-label', name);
  return box;
}
