// The background's entry: puts the parts together and listens to the browser. All listeners are set before the first
// await, since a worker that was woken by an event gets it only then.
import { isRecord, limits, PRODUCT_VERSION, WIRE } from '@sallyport/protocol';
import * as z from 'zod';
import { createComplaints } from '../drivers/complaints.ts';
import { timerWatch } from '../drivers/timers.ts';
import { browserApi, browserName } from '../platform.ts';
import { browserDeclarations } from '../tools/all.ts';
import { act } from './acting.ts';
import { showStanding } from './badge.ts';
import { systemClock, until } from './clock.ts';
import { createDocuments } from './documents.ts';
import { evaluateInPage } from './evaluation.ts';
import { watchFront } from './front.ts';
import { answerDialog, createHands, driverFor } from './hands.ts';
import { HostLink } from './link.ts';
import { buildMethods } from './methods.ts';
import { nativePortOpener } from './native-port.ts';
import { Owners } from './owners.ts';
import { createPageCaller } from './page-caller.ts';
import { createPool } from './pool.ts';
import { type CallScope, Router } from './router.ts';
import { openSettings } from './settings.ts';
import { standingOf } from './standing.ts';
import { Stays } from './stays.ts';
import { localStore, profileId } from './store.ts';
import { tabGroups } from './tab-groups.ts';
import { tabHands } from './tab-hands.ts';
import { digestOf } from './tools-hash.ts';
import { createTraffic } from './traffic.ts';

// An extension may not make code from text; zod would try to.
z.config({ jitless: true });

const WAKE_ALARM = 'wake';
const everything = { origins: ['<all_urls>'] };

const api = browserApi();
const clock = systemClock;
const report = (fault: unknown) => console.error('Sallyport:', fault);
const owners = new Owners(localStore(api, 'owners', report));
const settings = openSettings(api, ({ isQuiet }) => {
  if (isQuiet) inBackground(hands.sessions?.close() ?? Promise.resolve());
});
const hands = createHands({ api, clock, settings });
const { dialogs, guard, sessions } = hands;
const pages = createPageCaller({ api, owners, dialogs, clock });
const documents = createDocuments({ api, pages });
const timers = timerWatch(api);
const complaints = createComplaints(api);
const front = watchFront(api);
const groups = tabGroups(api, report);
const stays = new Stays({
  clock,
  store: localStore(api, 'leaving', report),
  onVanished: (stay) => inBackground(closeAll(owners.tabsOf(stay))),
});
const pool = createPool({ owners, stays });
const traffic = createTraffic({ api, clock });
let link: HostLink | undefined;

const methods = buildMethods(({ agent, signal }) => {
  const { stay } = agent;
  sessions?.touch(stay);
  const tabs = tabHands({ api, clock, owners, pool, traffic, groups, page: pages, dialogs, agent, signal });
  const driver = driverFor({ ...hands, settings, pages, documents, stay, signal });
  return {
    agent,
    signal,
    tabs,
    page: async ({ tabId, ref }, name, args) => pages.call(await pages.placeOf(tabId, ref), name, args),
    readAll: documents.readAll,
    snapshot: documents.snapshot,
    boxOf: documents.boxOf,
    act: (tabId, name, args) =>
      act({ api, clock, signal, pages, tabs, tabId, driver, dialogs, guard, timers, complaints }, name, args),
    answerDialog: (tabId, answer) => answerDialog(hands, { tabId, stay }, answer),
    evaluate: (tabId, expression) =>
      evaluateInPage({ api, sessions: hands.mayDebug(stay) ? sessions : undefined, tabId, stay, signal }, expression),
    networkStillness: traffic.stillness,
    until: (waitMs, isTrue) => until({ clock, signal, waitMs }, isTrue),
    picture: (tabId, options) => hands.capture({ tabId, stay, signal }, options),
  };
}, clock);

async function refreshBadge(): Promise<void> {
  const hasSiteAccess = await api.permissions.contains(everything);
  await showStanding(api, standingOf(link?.state ?? 'connecting', hasSiteAccess));
}

/** Whoever speaks for an agent says that it has left; its tabs wait a while for it. */
async function endStay(params: unknown, { agent }: CallScope): Promise<object> {
  const { keep_ms: keepMs } = isRecord(params) ? params : {};
  const isGiven =
    keepMs === null || (typeof keepMs === 'number' && keepMs >= 0 && keepMs <= limits.agent.keepTabsMaxMs);
  if (isGiven) stays.ended(agent.stay, keepMs);
  else stays.ended(agent.stay);
  return {};
}

/** It is still there, though it has not called for a while: to be asked at all says so. */
const holdStay = async (): Promise<object> => ({});

async function closeAll(tabIds: readonly number[]): Promise<void> {
  // One that the user closed in this moment is closed.
  await Promise.all(tabIds.map((tabId) => api.tabs.remove(tabId).catch(() => {})));
}

function inBackground(work: Promise<unknown>): void {
  work.catch(report);
}

async function start(): Promise<void> {
  const open = await api.tabs.query({});
  await owners.load(new Set(open.flatMap(({ id }) => id ?? [])));
  await stays.load(owners.all.map(({ stay }) => stay));
  link = new HostLink({
    openPort: nativePortOpener(api),
    clock,
    hello: {
      wire: WIRE,
      version: PRODUCT_VERSION,
      browser: await browserName(api),
      profile: { id: await profileId(api) },
      capabilities: ['ids', 'chunks'],
      toolsHash: await digestOf(browserDeclarations()),
    },
    serve: (send) =>
      new Router({ methods: { ...methods, end_stay: endStay, hold_stay: holdStay }, clock, send, stays, report }),
    onState: () => inBackground(refreshBadge()),
  });
  link.wake();
  await refreshBadge();
}

api.runtime.onStartup.addListener(() => owners.forgetAll());
api.tabs.onRemoved.addListener((tabId) => {
  owners.release(tabId);
  traffic.forget(tabId);
});
api.tabs.onReplaced?.addListener((newId, oldId) => owners.replace(newId, oldId));
api.webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId }) => {
  if (!owners.isOwned(sourceTabId)) return;
  owners.inherit(tabId, sourceTabId);
  inBackground(front.putBehind(tabId));
});
api.permissions.onAdded.addListener(() => inBackground(refreshBadge()));
api.permissions.onRemoved.addListener(() => inBackground(refreshBadge()));
api.alarms.onAlarm.addListener(() => link?.wake());
api.action.onClicked.addListener(() => link?.wake());
inBackground(api.alarms.create(WAKE_ALARM, { periodInMinutes: limits.extension.wakeMs / 60_000 }));
inBackground(start());
