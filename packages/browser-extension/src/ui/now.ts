// The view Now: agents with their tabs and the call under way, and calls of web pages.
import type { PanelCall } from '../base/panel-gateway.ts';
import type { PanelAgent, PanelState, PanelTab } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';
import type { Fill } from './lists.ts';
import { button, make, row, type Send } from './parts.ts';

const TABS_SHOWN = 5;
const SECOND_MS = 1000;

export function showAgents({ agents, gateway }: PanelState, fill: Fill, send: Send): void {
  const ofPages = gateway.calls.filter(({ kind }) => kind === 'origin');
  fill('agents', [...agents, ...ofPages], (shown) => ('tabs' in shown ? agentRow(shown, send) : pageRow(shown)));
}

function agentRow({ id, name, isNameClaimed, tabs, calls, isStopped }: PanelAgent, send: Send): HTMLElement {
  const facts = [
    ...(isStopped ? [make('p', 'detail deny', text('stoppedState'))] : []),
    ...(isStopped ? [] : calls.map(callLine)),
    ...tabs.slice(0, TABS_SHOWN).map((tab) => tabLine(tab, send)),
    ...(tabs.length === 0 && !isStopped ? [make('p', 'detail', text('noTabs'))] : []),
    ...(isNameClaimed ? [make('p', 'detail claimed', text('claimed'))] : []),
  ];
  const toggle = isStopped
    ? button(text('resume'), '', () => send({ do: 'resume', agent: id }), text('resumeAgent', name))
    : button(text('stop'), 'danger', () => send({ do: 'stop', agent: id }), text('stopAgent', name));
  return row(make('strong', '', isNameClaimed ? `“${name}”` : name), facts, toggle);
}

function pageRow(call: PanelCall): HTMLElement {
  return row(make('strong', '', call.name), [make('p', 'detail', text('pageCall')), callLine(call)]);
}

function callLine({ tool, startedAtMs, isWaiting }: PanelCall): HTMLElement {
  const line = make('p', 'detail call', text(isWaiting ? 'callWaiting' : 'callUnderWay', tool));
  const since = make('span', 'since');
  since.dataset.since = String(startedAtMs);
  line.append(' ', since);
  return line;
}

/** The time of a call goes on without a new state. */
export function showTimes(now: number): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-since]')) {
    const seconds = Math.floor((now - Number(element.dataset.since)) / SECOND_MS);
    element.textContent = seconds < 1 ? '' : text('callSince', seconds);
  }
}

function tabLine({ id, title, icon }: PanelTab, send: Send): HTMLElement {
  const name = title === '' ? text('untitledTab') : title;
  const link = button('', 'tab', () => send({ do: 'goTo', tab: id }), text('goToTab', name));
  link.append(iconOf(icon), make('span', '', name));
  return link;
}

function iconOf(icon: string | undefined): HTMLElement {
  const image = document.createElement('img');
  image.alt = '';
  image.width = 16;
  image.height = 16;
  image.referrerPolicy = 'no-referrer';
  image.onerror = () => image.replaceWith(make('span', 'no-icon'));
  if (icon === undefined) return make('span', 'no-icon');
  image.src = icon;
  return image;
}
