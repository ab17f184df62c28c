// The panel's entry: shows the state that the background sends, and sends back what the user decides.
import { POPUP } from '../base/manifest.ts';
import type { PanelCommand } from '../base/panel-command.ts';
import type { PanelMessage, View } from '../base/panel-gateway.ts';
import { ASKING, PANEL, type PanelQuestion, type PanelState } from '../base/panel-state.ts';
import { besideOf, browserApi } from '../base/platform.ts';
import { text } from '../base/texts.ts';
import { offerSettings, showAccess } from './access.ts';
import { offerFilters, showActivity } from './activity.ts';
import { offerAdding } from './add-server.ts';
import { watchCalm } from './calm.ts';
import { showFirstRun } from './first-run.ts';
import { installCard } from './install-card.ts';
import { keptLists } from './lists.ts';
import { showAgents, showTimes } from './now.ts';
import { pageCard } from './page-card.ts';
import { elementById, questionCard } from './parts.ts';
import { showServers } from './servers.ts';
import { openTabs } from './tabs.ts';
import { fillTexts } from './texts.ts';

const everything = { origins: ['<all_urls>'] };
const RECONNECT_MS = 500;
const SECOND_MS = 1000;

const api = browserApi();
const fill = keptLists();
let port: chrome.runtime.Port | undefined;
let view: View = 'now';
let state: PanelState | undefined;

function send(command: PanelCommand): void {
  port?.postMessage(command);
}

/** Questions open a window of their own while no panel is visible. */
function reportView(): void {
  send({ do: 'look', isVisible: document.visibilityState === 'visible', view });
}

function connect(): void {
  const opened = api.runtime.connect({ name: PANEL });
  port = opened;
  reportView();
  // Only the background sends on this port.
  opened.onMessage.addListener((next: PanelState) => {
    state = next;
    show();
  });
  // Connecting wakes a suspended background.
  opened.onDisconnect.addListener(() => setTimeout(connect, RECONNECT_MS));
}

function show(): void {
  if (state === undefined) return;
  const status = elementById('link-status');
  // A text that is set again would be read out again.
  if (status.textContent !== state.linkStatus) status.textContent = state.linkStatus;
  document.body.dataset.tone = state.tone;
  showPause(state.isPaused);
  showNotice(state);
  showMessage(state.gateway.message);
  if (fill('questions', state.questions, cardFor)) calm.begin();
  showAgents(state, fill, send);
  showFirstRun(state);
  showTimes(Date.now());
  if (view === 'activity') showActivity(state, fill, Date.now());
  showAccess(state, fill, send);
  if (view === 'servers') showServers(state, fill, send);
  const waiting = state.questions.length;
  document.title = waiting === 0 ? text('productName') : text('titleWaiting', waiting);
}

function cardFor(question: PanelQuestion): HTMLElement {
  const { page, install } = question;
  if (install !== undefined) return installCard(question, install, answer);
  return page === undefined ? questionCard(question, answer) : pageCard(question, page, answer);
}

function showPause(isPaused: boolean): void {
  const pause = elementById('pause');
  pause.textContent = text(isPaused ? 'resumeAll' : 'pauseAll');
  pause.setAttribute('aria-pressed', String(isPaused));
  pause.onclick = () => send({ do: isPaused ? 'resumeAll' : 'pause' });
}

function showNotice({ isPaused, hasHostPermission }: PanelState): void {
  const notice = elementById('notice');
  notice.hidden = hasHostPermission && !isPaused;
  if (hasHostPermission) {
    notice.replaceChildren(isPaused ? text('pausedNotice') : '');
    return;
  }
  const allow = document.createElement('button');
  allow.textContent = text('allowAllSites');
  allow.onclick = () => {
    // Browsers allow this request only from a click, and show their own prompt.
    api.permissions.request(everything).catch(() => {});
  };
  notice.replaceChildren(text('noHostPermission'), document.createElement('br'), allow);
}

const messages = {
  added: 'doneAdded',
  restarted: 'doneRestarted',
  approved: 'doneApproved',
  signIn: 'doneSignIn',
} as const;

function showMessage(message: PanelMessage | undefined): void {
  const place = elementById('message');
  place.hidden = message === undefined;
  if (message === undefined) return;
  const words = message.kind === 'failed' ? message.text : text(messages[message.kind], message.text);
  if (place.textContent !== words) place.textContent = words;
}

/** Until the background has taken the card away, another click on it would be lost. */
function answer(command: PanelCommand): void {
  if (calm.isBusy) return;
  send(command);
  calm.begin();
}

/** The popup shows Now alone. It and the window that asks lead to the whole panel. */
function offerPlaces(): void {
  elementById('tabs').hidden = location.hash === POPUP;
  elementById('whole').hidden = location.hash !== POPUP && location.hash !== ASKING;
  document.documentElement.dataset.place = location.hash.slice(1);
  const beside = besideOf(api);
  const open = elementById('beside');
  if (location.hash !== POPUP || beside === undefined) return;
  // Known before the click: only a click may open it, so nothing is awaited then.
  api.windows.getCurrent().then(
    ({ id = 0 }) => {
      open.onclick = () => void beside(id).then(() => window.close());
      open.hidden = false;
    },
    () => {},
  );
}

fillTexts();
const calm = watchCalm();
openTabs((shown) => {
  view = shown;
  reportView();
  show();
});
offerPlaces();
offerFilters(show);
offerAdding(send);
document.addEventListener('visibilitychange', reportView);
setInterval(() => showTimes(Date.now()), SECOND_MS);
connect();
void offerSettings(api);
