// The view Servers: state, tools with their effects, changed tools, restart and sign-in.
import type { PanelServer, PanelTool } from '../base/panel-gateway.ts';
import type { PanelState } from '../base/panel-state.ts';
import { text } from '../base/texts.ts';
import type { Fill } from './lists.ts';
import { button, elementById, make, row, type Send } from './parts.ts';

const states: Readonly<Record<string, string>> = {
  running: 'stateRunning',
  starting: 'stateStarting',
  stopped: 'stateStopped',
  failed: 'stateFailed',
  crashed: 'stateCrashed',
  disabled: 'stateDisabled',
  'signed-out': 'stateSignedOut',
};

export const effects = { read: 'effectRead', change: 'effectChange', destroy: 'effectDestroy' } as const;

const VALUE_CHARS = 2000;

export function showServers({ gateway }: PanelState, fill: Fill, send: Send): void {
  const { isHere, servers, tools } = gateway;
  const changed = tools.filter(({ status }) => status === 'changed');
  elementById('changed').hidden = changed.length === 0;
  fill(
    'changed',
    changed.map((tool) => ({ id: tool.name, ...tool })),
    (tool) => changedCard(tool, send),
  );
  const listed = servers.map((server) => ({ ...server, own: tools.filter(({ server: id }) => id === server.id) }));
  fill('servers', listed, ({ own, ...server }) => serverRow(server, own, send));
  const empty = elementById('servers').querySelector('.empty');
  if (empty !== null) empty.textContent = text(isHere ? 'serversEmpty' : 'noGateway');
}

function serverRow(server: PanelServer, tools: readonly PanelTool[], send: Send): HTMLElement {
  const { name, state, restarts, problem } = server;
  const stateName = states[state];
  const words = stateName === undefined ? state : text(stateName);
  const facts = make('p', 'detail', text('serverFacts', words, tools.length, restarts));
  const again = button(text('restart'), '', () => send({ do: 'restart', server: name }), text('restartServer', name));
  const signIn = button(text('signIn'), 'main', () => send({ do: 'signIn', server: name }), text('signInServer', name));
  const details = make('details', '');
  details.append(make('summary', 'detail', text('toolsOf', name)), toolList(tools));
  return row(
    make('strong', `state ${state}`, name),
    [
      facts,
      ...(problem === undefined ? [] : [make('p', 'detail deny', problem)]),
      ...(tools.length === 0 ? [] : [details]),
    ],
    ...(state === 'signed-out' ? [signIn] : []),
    ...(state === 'disabled' ? [] : [again]),
  );
}

function toolList(tools: readonly PanelTool[]): HTMLElement {
  const list = make('ul', 'tool-list');
  for (const { name, effect, description } of tools) {
    const item = make('li', '');
    item.append(make('code', '', shortName(name)), make('span', `detail ${effect}`, ` ${text(effects[effect])}`));
    if (description !== '') item.append(make('p', 'detail', description));
    list.append(item);
  }
  return list;
}

function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** The approval names the hash of what is shown here, so a tool that changes meanwhile is not approved. */
function changedCard({ name, changes = [], hash = '' }: PanelTool, send: Send): HTMLElement {
  const card = make('li', 'card');
  card.append(make('h3', '', name), make('p', 'detail', text('changedHint')));
  for (const { field, value, before } of changes) {
    card.append(make('h4', '', field));
    if (before !== undefined) {
      card.append(make('p', 'detail', text('fieldBefore')), make('pre', 'value', shown(before)));
    }
    if (value === undefined) card.append(make('p', 'deny', text('fieldRemoved')));
    else card.append(make('p', 'detail', text('fieldNow')), make('pre', 'value', shown(value)));
  }
  const approve = () => send({ do: 'approve', tool: name, hash });
  const buttons = make('div', 'answers');
  // Nothing stands out as the way to go: the words are to be compared first.
  buttons.append(button(text('approve'), '', approve, text('approveTool', name)));
  card.append(buttons);
  return card;
}

function shown(value: unknown): string {
  const words = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return words.slice(0, VALUE_CHARS);
}
