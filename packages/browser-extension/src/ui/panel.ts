// The panel's entry: shows the state that the background sends, and sends back what the user decides.

import { PANEL, type PanelCommand, type PanelState } from '../base/panel-state.ts';
import { browserApi, debuggerOf } from '../base/platform.ts';
import { chooseQuiet, isQuietChosen } from '../base/settings.ts';
import { agentRow, elementById, questionCard, ruleRow } from './parts.ts';

const everything = { origins: ['<all_urls>'] };
const RECONNECT_MS = 500;
/** Clicks on a new question count after this time: nobody reads and answers faster. */
const CALM_MS = 400;

interface Drawn {
  readonly json: string;
  readonly element: HTMLElement;
}

const api = browserApi();
let port: chrome.runtime.Port | undefined;
/** Unchanged elements are kept, so nothing moves under the pointer and the focus stays. */
const drawn = new Map<string, ReadonlyMap<string, Drawn>>();
let calming = 0;

function send(command: PanelCommand): void {
  port?.postMessage(command);
}

/** Questions open a window of their own while no panel is visible. */
function reportVisibility(): void {
  send({ do: 'look', isVisible: document.visibilityState === 'visible' });
}

function connect(): void {
  const opened = api.runtime.connect({ name: PANEL });
  port = opened;
  reportVisibility();
  // Only the background sends on this port.
  opened.onMessage.addListener((state: PanelState) => show(state));
  // Connecting wakes a suspended background.
  opened.onDisconnect.addListener(() => setTimeout(connect, RECONNECT_MS));
}

function show(state: PanelState): void {
  elementById('link-status').textContent = state.linkStatus;
  showPause(state.isPaused);
  showNotice(state);
  if (fill('questions', state.questions, (question) => questionCard(question, answer))) calmDown();
  fill('agents', state.agents, (agent) => agentRow(agent, send));
  fill('rules', state.rules, (rule) => ruleRow(rule, send));
  elementById('fallback').textContent =
    state.fallback === 'ask'
      ? 'Agents must ask before they use a site.'
      : 'Sallyport created this profile: agents may use any site that you do not deny.';
  document.title = state.questions.length === 0 ? 'Sallyport' : `(${state.questions.length}) Sallyport`;
}

function showPause(isPaused: boolean): void {
  const pause = elementById('pause');
  pause.textContent = isPaused ? 'Resume all' : 'Pause all';
  pause.setAttribute('aria-pressed', String(isPaused));
  pause.onclick = () => send({ do: isPaused ? 'resumeAll' : 'pause' });
}

function showNotice({ isPaused, hasHostPermission }: PanelState): void {
  const notice = elementById('notice');
  notice.hidden = hasHostPermission && !isPaused;
  if (hasHostPermission) {
    notice.replaceChildren(isPaused ? 'All agents are paused until you resume them.' : '');
    return;
  }
  const allow = document.createElement('button');
  allow.textContent = 'Allow on all sites';
  allow.onclick = () => {
    // Browsers allow this request only from a click, and show their own prompt.
    api.permissions.request(everything).catch(() => {});
  };
  notice.replaceChildren(
    'The browser does not allow Sallyport on any site, so agents cannot work.',
    document.createElement('br'),
    allow,
  );
}

function fill<Entry extends { readonly id: string }>(
  id: string,
  entries: readonly Entry[],
  draw: (entry: Entry) => HTMLElement,
): boolean {
  const list = elementById(id).querySelector('ul');
  const before = drawn.get(id) ?? new Map<string, Drawn>();
  const now = new Map(
    entries.map((entry) => {
      const json = JSON.stringify(entry);
      const known = before.get(entry.id);
      return [entry.id, known?.json === json ? known : { json, element: draw(entry) }];
    }),
  );
  drawn.set(id, now);
  const elements = [...now.values()].map(({ element }) => element);
  if (list === null || sameList([...list.children], elements)) return false;
  for (const element of [...list.children]) if (!elements.some((kept) => kept === element)) element.remove();
  for (const [at, element] of elements.entries()) {
    if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
  }
  return true;
}

function sameList(one: readonly Element[], other: readonly Element[]): boolean {
  return one.length === other.length && one.every((element, at) => element === other[at]);
}

/** A click meant for the previous card must not answer the one that took its place. */
function calmDown(): void {
  const questions = elementById('questions');
  questions.setAttribute('aria-busy', 'true');
  clearTimeout(calming);
  calming = window.setTimeout(() => questions.removeAttribute('aria-busy'), CALM_MS);
}

function answer(command: PanelCommand): void {
  if (!elementById('questions').hasAttribute('aria-busy')) send(command);
}

/** Only Chromium has a debugger. */
async function offerQuiet(): Promise<void> {
  const label = elementById('quiet');
  const box = label.querySelector('input');
  if (box === null || debuggerOf(api) === undefined) return;
  box.checked = await isQuietChosen(api);
  box.onchange = () => void chooseQuiet(api, box.checked);
  label.hidden = false;
}

// In a tab there is nothing to open.
elementById('whole').hidden = location.hash === '' && window.innerWidth > 640;
document.addEventListener('visibilitychange', reportVisibility);
connect();
void offerQuiet();
