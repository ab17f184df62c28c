// The view Access: what the user has decided on sites and origins, until when, and settings.

import { isManagedProfile } from '../base/managed.ts';
import type { PanelOrigin, PanelRule, PanelState } from '../base/panel-state.ts';
import { type BrowserApi, debuggerOf } from '../base/platform.ts';
import { agentWindowChoice, chooseAgentWindow, choosePages, chooseQuiet, isQuietChosen } from '../base/settings.ts';
import { text } from '../base/texts.ts';
import type { Fill } from './lists.ts';
import { button, elementById, make, row, type Send } from './parts.ts';

const pagesSettings = ['off', 'ask', 'on'] as const;

export function showAccess(state: PanelState, fill: Fill, send: Send): void {
  fill('rules', state.rules, (rule) => ruleRow(rule, send));
  fill('origins', state.origins, (origin) => originRow(origin, send));
  elementById('fallback').textContent = text(state.fallback === 'ask' ? 'fallbackAsk' : 'fallbackAllow');
  showPages(state, send);
}

function ruleRow({ id, agent, site, endsAtMs, ...rule }: PanelRule, send: Send): HTMLElement {
  const facts = make('p', 'detail', `${agent} `);
  const until = endsAtMs === undefined ? text('always') : text('untilSession', timeOf(endsAtMs));
  for (const { name, isAllowed } of namesFor(rule)) {
    facts.append(make('span', isAllowed ? 'allow' : 'deny', text(name)), ', ');
  }
  facts.append(until);
  const remove = () => send({ do: 'remove', rule: id });
  return row(make('strong', '', site), [facts], button(text('remove'), '', remove, text('removeRule', agent, site)));
}

function originRow({ id, facts, isDenied }: PanelOrigin, send: Send): HTMLElement {
  const words = make('div', 'detail');
  for (const fact of facts) words.append(make('p', isDenied ? 'deny' : '', fact));
  const revoke = () => send({ do: 'revokeOrigin', origin: id });
  return row(make('strong', '', id), [words], button(text('remove'), '', revoke, text('removeOrigin', id)));
}

type Decisions = Pick<PanelRule, 'read' | 'act' | 'readState' | 'changeState'>;

interface NamedRight {
  readonly name: string;
  readonly isAllowed: boolean;
}

function namesFor({ read, act, readState, changeState }: Decisions): readonly NamedRight[] {
  const isAllowed = act === 'allow' || (read === 'allow' && act !== 'deny');
  const ofPage = read === undefined && act === undefined ? [] : [{ name: nameFor(read, act), isAllowed }];
  const ofState = [
    { decision: readState, names: ['mayReadState', 'mayNotReadState'] },
    { decision: changeState, names: ['mayChangeState', 'mayNotChangeState'] },
  ].flatMap(({ decision, names: [may = '', mayNot = ''] }) =>
    decision === undefined ? [] : [{ name: decision === 'allow' ? may : mayNot, isAllowed: decision === 'allow' }],
  );
  return [...ofPage, ...ofState];
}

function nameFor(read: PanelRule['read'], act: PanelRule['act']): string {
  if (act === 'allow') return 'mayAct';
  if (read === 'deny') return 'mayNothing';
  if (read === 'allow') return act === 'deny' ? 'mayReadOnly' : 'mayRead';
  return 'mayNotAct';
}

function timeOf(ms: number): string {
  return new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

/** In "ask", the user lets single sites see `window.agent`. */
function showPages({ pages, site }: PanelState, send: Send): void {
  const choice = elementById('pages').querySelector('select');
  if (choice !== null && choice !== document.activeElement) choice.value = pages;
  const line = elementById('site');
  line.hidden = pages !== 'ask' || site === undefined;
  if (line.hidden || site === undefined) return;
  const { origin, mayAsk } = site;
  const words = text(mayAsk ? 'stopLettingAsk' : 'letAsk', origin);
  if (line.firstElementChild?.textContent !== words) {
    line.replaceChildren(button(words, '', () => send({ do: 'letAsk', origin, mayAsk: !mayAsk }), words));
  }
}

export async function offerSettings(api: BrowserApi): Promise<void> {
  const choice = elementById('pages').querySelector('select');
  choice?.addEventListener('change', ({ isTrusted }) => {
    const chosen = pagesSettings.find((setting) => setting === choice.value);
    if (isTrusted && chosen !== undefined) void choosePages(api, chosen);
  });
  // Only Chromium has a debugger, and only there a new window leaves the focus where it is.
  const isChromium = debuggerOf(api) !== undefined;
  const isByDefault = isChromium || (await isManagedProfile(api));
  offerSwitch('agent-window', (await agentWindowChoice(api)) ?? isByDefault, (isOn) => chooseAgentWindow(api, isOn));
  if (!isChromium) return;
  offerSwitch('quiet', await isQuietChosen(api), (isOn) => chooseQuiet(api, isOn));
}

function offerSwitch(id: string, isOn: boolean, choose: (isOn: boolean) => Promise<void>): void {
  const label = elementById(id);
  const box = label.querySelector('input');
  if (box === null) return;
  box.checked = isOn;
  box.onchange = () => void choose(box.checked);
  label.hidden = false;
}
