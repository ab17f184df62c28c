// The card of a question that a web page asks: who, why, what, and which tools.
import type { PanelCommand, PanelPageTool, PanelQuestion } from '../base/panel-state.ts';
import { button, make } from './parts.ts';

type Send = (command: PanelCommand) => void;

const effects = {
  read: 'says that it only reads',
  change: 'can change things',
  destroy: 'can delete or overwrite things',
} as const;

export function pageCard(
  { id, about, meaning, answers }: PanelQuestion,
  page: NonNullable<PanelQuestion['page']>,
  send: Send,
): HTMLElement {
  const origin = make('span', 'site');
  origin.append(page.before, make('strong', 'registered', page.name), page.after);
  const boxes = page.tools.map((tool) => ({ tool, box: boxFor(tool) }));
  const buttons = make('div', 'answers');
  for (const { text, decision, lasting, look } of answers) {
    const onclick = () => {
      const tools = boxes.flatMap(({ tool, box }) => (box.checked ? [tool.id] : []));
      send({ do: 'answer', question: id, decision, lasting, tools });
    };
    buttons.append(button(text, look, onclick, `${text}: ${about}`));
  }
  const card = make('li', 'card');
  card.append(origin, make('h3', '', 'asks for permission'));
  card.append(
    page.reason === '' ? make('p', 'detail', 'It gives no reason.') : make('blockquote', '', `“${page.reason}”`),
  );
  card.append(scopeList(page.scopes));
  if (boxes.length > 0) card.append(toolList(boxes));
  card.append(make('p', 'detail', meaning), buttons);
  return card;
}

function scopeList(scopes: readonly { readonly text: string; readonly risk: string }[]): HTMLElement {
  const list = make('ul', 'scopes');
  for (const { text, risk } of scopes) {
    const item = make('li', '', text);
    item.append(make('span', 'detail', ` ${risk}`));
    list.append(item);
  }
  return list;
}

function toolList(boxes: readonly { readonly tool: PanelPageTool; readonly box: HTMLInputElement }[]): HTMLElement {
  const list = make('fieldset', 'tools');
  list.append(make('legend', '', 'Tools'));
  for (const { tool, box } of boxes) {
    const label = make('label', '');
    const facts = tool.description === '' ? effects[tool.effect] : `${effects[tool.effect]}. ${tool.description}`;
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
