// The panel's entry: shows the state that the background sends, and sends back what the user decides.

import { PANEL, type PanelCommand, type PanelQuestion, type PanelState } from '../base/panel-state.ts';
import { browserApi, debuggerOf } from '../base/platform.ts';
import { choosePages, chooseQuiet, isQuietChosen } from '../base/settings.ts';
import { pageCard } from './page-card.ts';
import { agentRow, button, elementById, originRow, questionCard, ruleRow } from './parts.ts';

const everything = { origins: ['<all_urls>'] };
const RECONNECT_MS = 500;
/** Clicks on a new question count after this time: nobody reads and answers faster. */
const CALM_MS = 400;
/** How often the place of the window is compared: often enough that a move within `CALM_MS` is seen. */
const PLACE_MS = 100;
const pagesSettings = ['off', 'ask', 'on'] as const;

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
  if (fill('questions', state.questions, cardFor)) calmDown();
  fill('agents', state.agents, (agent) => agentRow(agent, send));
  fill('rules', state.rules, (rule) => ruleRow(rule, send));
  fill('origins', state.origins, (origin) => originRow(origin, send));
  showPages(state);
  elementById('fallback').textContent =
    state.fallback === 'ask'
      ? 'Agents must ask before they use a site.'
      : 'Sallyport created this profile: agents may use any site that you do not deny.';
  document.title = state.questions.length === 0 ? 'Sallyport' : `(${state.questions.length}) Sallyport`;
}

function cardFor(question: PanelQuestion): HTMLElement {
  const { page } = question;
  return page === undefined ? questionCard(question, answer) : pageCard(question, page, answer);
}

/** In "ask", the user lets single sites see `window.agent`. */
function showPages({ pages, site }: PanelState): void {
  const choice = elementById('pages').querySelector('select');
  if (choice !== null && choice !== document.activeElement) choice.value = pages;
  const line = elementById('site');
  line.hidden = pages !== 'ask' || site === undefined;
  if (line.hidden || site === undefined) return;
  const { origin, mayAsk } = site;
  const text = mayAsk ? `Stop letting ${origin} ask` : `Let ${origin} ask`;
  const known = line.firstElementChild;
  if (known?.textContent !== text) {
    line.replaceChildren(button(text, '', () => send({ do: 'letAsk', origin, mayAsk: !mayAsk }), text));
  }
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

/** Until the background has taken the card away, another click on it would be lost. */
function answer(command: PanelCommand): void {
  if (elementById('questions').hasAttribute('aria-busy')) return;
  send(command);
  calmDown();
}

/** A window that has just moved, or a tab that has just come to the front, may lie under a click that was meant for something else. */
function watchPlace(): void {
  let place = '';
  setInterval(() => {
    const now = `${window.screenX} ${window.screenY} ${window.innerWidth} ${window.innerHeight}`;
    if (place !== '' && now !== place) calmDown();
    place = now;
  }, PLACE_MS);
  document.addEventListener('visibilitychange', calmDown);
}

function offerPages(): void {
  const choice = elementById('pages').querySelector('select');
  choice?.addEventListener('change', ({ isTrusted }) => {
    const chosen = pagesSettings.find((setting) => setting === choice.value);
    if (isTrusted && chosen !== undefined) void choosePages(api, chosen);
  });
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
watchPlace();
offerPages();
void offerQuiet();
