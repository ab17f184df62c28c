// The background's entry: puts the parts together. All listeners are added before the first await: a browser delivers the
// event that woke a worker only to listeners that exist by then.
import {
  createFence,
  type HostRequestType,
  type JsonObject,
  limits,
  SallyportError,
  systemClock,
} from '@sallyport/protocol';
import * as z from 'zod';
import { openDeveloperTools } from './actions/developer-tools.ts';
import { emulatedTabs, emulateTab, endEmulation, endEmulations } from './actions/emulate-tab.ts';
import { performAction } from './actions/perform-action.ts';
import { runScript } from './actions/run-script.ts';
import { inTurn, StepTurns } from './actions/step-turns.ts';
import { typeSecret } from './actions/type-secret.ts';
import type { CallScope } from './base/call.ts';
import { until } from './base/clock.ts';
import { type LinkStatus, linkStatusOf } from './base/link-status.ts';
import { isManagedProfile } from './base/managed.ts';
import { browserApi } from './base/platform.ts';
import { openSettings } from './base/settings.ts';
import { siteOf } from './base/sites.ts';
import { localStore } from './base/store.ts';
import { answerDialog, createDrivers, driverFor } from './drivers/drivers.ts';
import { gatewayMethods } from './guard/access/gateway-methods.ts';
import { gifOf } from './guard/cover/gif-frames.ts';
import { recordedPictures } from './guard/cover/recorded-pictures.ts';
import { Recordings } from './guard/cover/recordings.ts';
import { redactedDialogs } from './guard/cover/redacted-dialogs.ts';
import { Shots } from './guard/cover/shots.ts';
import { SiteGuard } from './guard/guard.ts';
import { askAboutTools } from './guard/questions/tool-questions.ts';
import { openSecrets } from './guard/secrets/open-secrets.ts';
import { behindSecretNet } from './guard/secrets/secret-net.ts';
import { openUserSide, type UserSide } from './guard/user-side.ts';
import { Hooks } from './in-page/hooks.ts';
import { tellListeners } from './in-page/listeners.ts';
import { PageWorld } from './in-page/page-world.ts';
import { showLinkStatus } from './link/badge.ts';
import type { GatewayRequestOptions } from './link/gateway-requests.ts';
import { helloOf } from './link/hello.ts';
import { HostLink } from './link/link.ts';
import { buildMethods } from './link/methods.ts';
import { nativePortOpener } from './link/native-port.ts';
import { Router } from './link/router.ts';
import { frontTab, readActiveTab } from './origins/active-tab.ts';
import { openWebPages, type WebPages } from './origins/web-pages.ts';
import { Arrivals } from './pages/arrivals.ts';
import { createDocuments } from './pages/documents.ts';
import { locate } from './pages/locate.ts';
import { createPageCaller } from './pages/page-caller.ts';
import { GatewayView } from './panel/gateway-view.ts';
import { endSessions } from './tabs/agent-sessions.ts';
import { agentTabs } from './tabs/agent-tabs.ts';
import { openAgentWindow } from './tabs/agent-window.ts';
import { watchFront } from './tabs/front.ts';
import { Owners } from './tabs/owners.ts';
import { createPool } from './tabs/pool.ts';
import { openSessionTabs } from './tabs/session-tabs.ts';
import { siteStateOf } from './tabs/site-state.ts';
import { tabDownloads } from './tabs/tab-downloads.ts';
import { tabGroups } from './tabs/tab-groups.ts';
import type { ToolContext } from './tools/context.ts';
import { createTraffic } from './watch/traffic.ts';

// The extension's security policy forbids eval, which zod would use.
z.config({ jitless: true });

const WAKE_ALARM = 'wake';
const everything = { origins: ['<all_urls>'] };
const api = browserApi();
const clock = systemClock;
const report = (fault: unknown) => console.error('Sallyport:', fault);
const owners = new Owners(localStore(api, 'owners', report));
const settings = openSettings(api, ({ isQuiet }) => {
  if (isQuiet) inBackground(drivers.sessions?.close() ?? Promise.resolve());
  webPages.update();
  inBackground(refresh());
});
const world = new PageWorld(api);
const drivers = createDrivers({ api, clock, settings, world });
const { sessions: debuggers } = drivers;
const lastSites = new Map<string, string>();
const choosers = new Map<number, string>();
const shots = new Shots();
const recordings = new Recordings(gifOf);
const hooks = new Hooks(world, drivers.guard, clock);
const turns = new StepTurns(clock);
const front = watchFront(api);
const groups = tabGroups(api, report);
const windowStore = localStore(api, 'agentWindow', report);
const sizeStore = localStore(api, 'agentWindowSize', report);
const agentWindow = openAgentWindow({ api, clock, owners, store: windowStore, sizeStore, hasUser, settings });
const traffic = createTraffic({ api, clock, owners, responses: drivers.responses });
const developer = openDeveloperTools({ api, clock, world, traffic, responses: drivers.responses });
const earlyHooks = [developer.recordConsole, tellListeners(world)];
const arrivals = new Arrivals({ api, clock, world, isAgentTab: (tabId) => owners.isOwned(tabId), hooks: earlyHooks });
const sessionTabs = openSessionTabs({
  api,
  clock,
  store: localStore(api, 'leaving', report),
  owners,
  traffic,
  groups,
  endEmulation: (tabId) => endEmulation({ ...drivers, window: agentWindow }, tabId),
  onEnded: (session) => recordings.forget(session),
  onVanished: (session) => siteGuard.forget(session),
  report,
});
const { sessions: agentSessions } = sessionTabs;
const pool = createPool({ owners, sessions: agentSessions });
const { secretSites, secretsIn } = openSecrets({ api, clock, ask: askGateway, report });
let link: HostLink | undefined;

const siteGuard: SiteGuard = new SiteGuard({
  clock,
  ruleStore: localStore(api, 'siteRules', report),
  gateStore: localStore(api, 'gate', report),
  newId: () => crypto.randomUUID(),
  onChange: () => inBackground(refresh()),
  onQuestion: () => userSide.questionAdded(),
  onDecided: (decision) =>
    // The journal is the gateway's. None is started for it, and a decision does not fail without one.
    void link?.request('host_note_decision', { ...decision, if_running: true }).catch(() => {}),
  onStopped: (stopped) => stopped.forEach(sessionTabs.stop),
});
const webPages: WebPages = openWebPages({
  api,
  clock,
  settings,
  ask: askGateway,
  questions: siteGuard.questions,
  backOffStore: localStore(api, 'pageBackOff', report),
  siteStore: localStore(api, 'pageSites', report),
  knownStore: localStore(api, 'pageKnown', report),
  readActiveTab: (signal) =>
    readActiveTab({ api, owners, dialogs: drivers.dialogs, clock, arrivals, hasHostPermission, secretsIn }, signal),
  frontTab: () => frontTab(api),
  onChange: () => userSide.changed(),
  report,
});
const gatewayView: GatewayView = new GatewayView({
  ask: askGateway,
  clock,
  seen: () => userSide.views,
  openTab: (url) => inBackground(api.tabs.create({ url })),
  onChange: () => userSide.changed(),
});
const userSide: UserSide = openUserSide({
  api,
  guard: siteGuard,
  owners,
  pages: webPages,
  gateway: gatewayView,
  linkStatus,
  hasHostPermission,
  onOpened: () => link?.wake(),
  report,
});

async function askGateway(
  type: HostRequestType,
  fields: JsonObject,
  options?: GatewayRequestOptions,
): Promise<JsonObject> {
  if (link === undefined) throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'Sallyport is still starting.');
  return link.request(type, fields, options);
}

/** All that a tool can do. Every way into a page checks site access first. */
function contextFor(call: CallScope): ToolContext {
  const { agent, signal } = call;
  const agentSession = agent.session;
  debuggers?.touch(agentSession);
  const access = siteGuard.accessFor(call);
  const dialogs = redactedDialogs(drivers.dialogs, access, secretSites);
  const guards = { api, clock, access, secretSites, secretsIn };
  const pages = createPageCaller({ ...guards, arrivals, owners, dialogs, hasHostPermission, lastSites });
  const documents = createDocuments({ api, pages, onSnapshot: (place) => hooks.installSoon(place) });
  const window = settings.agentWindow !== false && !drivers.mayDebug(agentSession) ? agentWindow : undefined;
  const tabs = agentTabs({ ...guards, owners, pool, traffic, groups, window, pages, dialogs, agent, signal });
  const driver = driverFor({ ...drivers, hooks, clock, settings, pages, documents, agentSession, signal });
  const mayRead = (site: string) => access.allows(site, 'read') && !secretSites.isMarked(site);
  const inPage = { ...guards, signal, pages, tabs, driver, dialogs, hooks, traffic };
  const action = { ...inPage, choosers, mayRead, call: recordings.paced(call), turns };
  const inTabs = { ...guards, pages, documents, signal, agentSession, recordings };
  const emulating = { ...drivers, window: agentWindow, owners, pages, agentSession, signal };
  return {
    agent,
    signal,
    tabs: emulatedTabs(tabs, emulating),
    page: async ({ tabId, ref }, name, args) => pages.call(await pages.placeOf(tabId, ref), name, args),
    readAll: documents.readAll,
    focusInFrame: documents.focusInFrame,
    snapshot: documents.snapshot,
    boxOf: documents.boxOf,
    locate: async (tabId, args) => locate({ pages, documents }, await tabs.facts(tabId), args),
    act: (tabId, name, args) => performAction({ ...action, tabId }, name, args),
    typeSecret: (tabId, args) => typeSecret({ ...action, tabId, ask: askGateway }, args),
    answerDialog: async (tabId, answer) => {
      await access.require(siteOf((await api.tabs.get(tabId)).url ?? ''), 'act');
      return answerDialog({ ...drivers, dialogs }, { tabId, agentSession }, answer);
    },
    evaluate: (tabId, expression) => {
      const sessions = drivers.mayDebug(agentSession) ? debuggers : undefined;
      return runScript({ ...guards, pages, sessions, tabId, agentSession, signal }, expression);
    },
    ...developer.of({ ...guards, pages, mayRead, agentSession, signal }),
    until: (waitMs, isTrue) => until({ clock, signal, waitMs }, isTrue),
    state: (tabId) => siteStateOf({ ...guards, pages, tabId }),
    downloads: (tabId) => tabDownloads({ ...guards, traffic, mayRead, signal, tabId }),
    emulate: (tabId, request) => emulateTab({ ...emulating, tabId }, request),
    ...recordedPictures({ ...inTabs, ...drivers, shots }),
  };
}

const methods = buildMethods({
  contextFor,
  inTurn: (...step) => inTurn(turns, ...step),
  clock,
  fence: createFence((count) => crypto.getRandomValues(new Uint8Array(count))),
});

/** Not in a profile that the product made. */
function hasUser(): boolean {
  return siteGuard.fallback === 'ask';
}

async function hasHostPermission(): Promise<boolean> {
  return api.permissions.contains(everything);
}

async function linkStatus(): Promise<LinkStatus> {
  return linkStatusOf(link?.state ?? 'connecting', await hasHostPermission());
}

async function refresh(): Promise<void> {
  userSide.changed();
  link?.updateHostPermission(await hasHostPermission());
  const waiting = { questions: siteGuard.questions.list().length, isPaused: siteGuard.gate.isPaused };
  await showLinkStatus(api, await linkStatus(), waiting);
}

function inBackground(work: Promise<unknown>): void {
  work.catch(report);
}

async function start(): Promise<void> {
  const open = await api.tabs.query({});
  await owners.load(new Set(open.flatMap(({ id }) => id ?? [])));
  await agentSessions.load(owners.all.map(({ session }) => session));
  await Promise.all([siteGuard.load(await isManagedProfile(api)), secretSites.load()]);
  await settings.loaded;
  await webPages.load();
  // A stopped agent may still keep or end its session.
  const { rules, state, gate, questions } = siteGuard;
  const ask_user = askAboutTools({ questions, hasUser });
  const guarded = siteGuard.behindGate({ ...behindSecretNet(methods, secretSites), ask_user });
  const removeRule = (id: string) => siteGuard.removeRule(id);
  const endSession = endEmulations({ ...drivers, window: agentWindow, owners }, endSessions(agentSessions));
  const ofGateway = gatewayMethods({ rules, state, removeRule, gate, onChange: () => inBackground(refresh()) });
  // `hold_stay` keeps an idle session alive: the router notes every request.
  const served = { ...guarded, ...ofGateway, end_stay: endSession, hold_stay: async () => ({}) };
  link = new HostLink({
    openPort: nativePortOpener(api),
    clock,
    hello: await helloOf(api, await hasHostPermission()),
    serve: (send) => new Router({ methods: served, clock, send, ...sessionTabs, report }),
    onState: () => inBackground(refresh()),
  });
  link.wake();
  await refresh();
}

api.runtime.onStartup.addListener(() => {
  owners.forgetAll();
  agentWindow.forget();
  inBackground(secretSites.forget());
});
api.tabs.onRemoved.addListener((tabId) => {
  owners.release(tabId);
  drivers.emulation.forget(tabId);
  inBackground(agentWindow.restoreSize(tabId));
  traffic.forget(tabId);
  choosers.delete(tabId);
});
api.tabs.onReplaced?.addListener((newId, oldId) => owners.replace(newId, oldId));
api.webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId }) => {
  if (!owners.isOwned(sourceTabId)) return;
  owners.inherit(tabId, sourceTabId);
  inBackground(front.putBehind(tabId));
});
developer.follow();
api.permissions.onAdded.addListener(() => inBackground(refresh()));
api.permissions.onRemoved.addListener(() => inBackground(refresh()));
api.alarms.onAlarm.addListener(() => link?.wake());
inBackground(api.alarms.create(WAKE_ALARM, { periodInMinutes: limits.extension.wakeMs / 60_000 }));
inBackground(start());
