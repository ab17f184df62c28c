// Teaches who has no agent yet: how to connect one, what will be asked, and an example question.
import type { PanelState } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';
import { button, elementById, make } from './parts.ts';

/** Shown while no agent has ever appeared and nothing was decided. */
export function showFirstRun({ agents, rules, questions, gateway, isConnected }: PanelState): void {
  const first = elementById('first');
  first.hidden = !isConnected || [agents, rules, questions, gateway.calls].some(({ length }) => length > 0);
  if (first.hidden || first.childElementCount > 0) return;
  const title = make('h3', '', text('firstTitle'));
  title.id = 'first-title';
  const command = make('pre', 'value', text('firstCommand'));
  const copy = button(
    text('copy'),
    '',
    () => {
      // Without the right to write to the clipboard the command can still be selected.
      navigator.clipboard.writeText(text('firstCommand')).then(
        () => {
          copy.textContent = text('copied');
        },
        () => {},
      );
    },
    text('copy'),
  );
  const example = make('div', 'example');
  const tryOut = button(
    text('firstTry'),
    'main',
    () => example.replaceChildren(exampleCard(example)),
    text('firstTry'),
  );
  first.append(
    ...[title, make('p', 'detail', text('firstSteps')), command, copy],
    ...[make('p', 'detail', text('firstAsked')), tryOut, example],
  );
}

/** Looks like a question and does nothing. */
function exampleCard(place: HTMLElement): HTMLElement {
  const card = make('div', 'card');
  const buttons = make('div', 'answers');
  const done = () => place.replaceChildren(make('p', 'detail', text('exampleDone')));
  for (const [name, look] of [
    ['exampleAllow', 'main'],
    ['exampleAlways', ''],
    ['exampleDeny', 'danger'],
  ] as const) {
    buttons.append(button(text(name), look, done, text(name)));
  }
  card.append(
    make('h3', '', text('exampleAgent')),
    make('span', 'site', text('exampleSite')),
    make('p', 'detail', text('exampleMeaning')),
    buttons,
  );
  return card;
}
