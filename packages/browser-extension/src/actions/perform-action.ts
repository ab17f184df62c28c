// One action from its ref to its evidence: finds the document, lets the driver act, waits for the page to settle, reports changes.
import { limits, SallyportError } from '@sallyport/protocol';
import type { CallScope } from '../base/call.ts';
import type { Download, Outcome, Place, TabFacts } from '../base/facts.ts';
import type {
  Activity,
  Begun,
  DragArgs,
  DropSide,
  EndArgs,
  Ending,
  Evidence,
  FinishArgs,
  PageActions,
} from '../base/page-calls.ts';
import { siteOf, siteOnly } from '../base/sites.ts';
import type { Driver } from '../drivers/driver.ts';
import { webAddress } from '../guard/access/addresses.ts';
import type { SecretTabs } from '../guard/secrets/secret-tabs.ts';
import type { Dialogs } from '../in-page/dialogs.ts';
import type { HookReport, Hooks } from '../in-page/hooks.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import type { WatchedTab } from '../pages/watched-tab.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';
import { DownloadWatch } from '../watch/download-watch.ts';
import type { WatchOptions } from '../watch/navigation.ts';
import { settle } from '../watch/settle.ts';
import type { Traffic } from '../watch/traffic.ts';
import { refIn, refsIn, withChooser } from './action-refs.ts';
import { filledFields, type ReadBack, readBack, unheldNote } from './read-back.ts';
import { isFrameAwaited, quietMsAfter, requestsBefore, requireSameTargets } from './step-rules.ts';
import { notReached, type StepTurns } from './step-turns.ts';
import { withheld } from './withheld-outcome.ts';

export interface ActionOptions extends WatchOptions {
  readonly pages: PageCaller;
  readonly tabs: AgentTabs;
  readonly driver: Driver;
  readonly dialogs: Dialogs;
  readonly hooks: Hooks;
  readonly traffic: Pick<Traffic, 'begunWithin' | 'downloads' | 'eventsOf' | 'logged'>;
  /** By tab, the field that a page last asked for files with, until the next action. */
  readonly choosers: Map<number, string>;
  /** Whether the agent may read this site. */
  readonly mayRead: (site: string) => boolean;
  /** Whether the tab shows a site that took a secret: what happens there is not told. */
  readonly secretsIn: Pick<SecretTabs, 'isTouched'>;
  readonly call: Pick<CallScope, 'agent' | 'callId' | 'isOneAction' | 'signal' | 'step'>;
  readonly turns: StepTurns;
}

export async function performAction<Name extends keyof PageActions>(
  options: ActionOptions,
  name: Name,
  args: Parameters<PageActions[Name]>[0],
): Promise<Outcome> {
  const { pages, tabs, tabId, hooks, turns } = options;
  const aimed = withChooser(options, name, args);
  const place = await pages.placeOf(tabId, refIn(aimed));
  // The user is asked when it is the step's turn.
  if (options.call.step?.after !== undefined && !(await pages.allows(place, 'act'))) throw notReached();
  await pages.admit(place, 'act');
  const mustBeSame = options.call.step?.keepsTarget === true ? refsIn(aimed) : [];
  const wasSecret = await options.secretsIn.isTouched(tabId);
  turns.foundTab(options.call.callId, tabId);
  // While the input of the step before it is on its way.
  const watched = options.call.step?.after === undefined ? undefined : options.driver.watch?.(place, name);
  const sight = { place, sameRefs: mustBeSame, hookName: hooks.freshName() };
  const turn = await turns.turnOf(options.call, sight, name, aimed).catch((error: unknown) => {
    watched?.end();
    throw error;
  });
  let downloads: DownloadWatch | undefined;
  try {
    options.signal.throwIfAborted();
    // Before the watches begin: a navigation that comes meanwhile is not the action's.
    const before = turn?.facts ?? tabs.facts(tabId);
    const ready = prepare(options, place, mustBeSame, turn?.opened);
    const [url] = await Promise.all([turn?.url ?? before.then((facts) => facts.url), ready]);
    downloads = new DownloadWatch(options, [url, ...(await addressOf(options, place))]);
    const scene = { place, before, url, opened: turn?.opened, watched, downloads };
    const outcome = await performAt(options, scene, name, aimed);
    return wasSecret || (await options.secretsIn.isTouched(tabId)) ? withheld(outcome) : outcome;
  } catch (error) {
    // Not awaited: while a dialog is open, the page does not answer. What the next step has begun is that step's.
    const { callId } = options.call;
    const isBegun = turn?.opened !== undefined || turns.isNextBegun(callId);
    if (!turns.hasPassed(callId)) void (isBegun ? undo(options, place) : hooks.end(place));
    throw error;
  } finally {
    watched?.end();
    downloads?.close();
  }
}

/** The hooks begin before anything is done, in the same call that looks at the targets where they are installed already. */
async function prepare(
  { pages, hooks }: ActionOptions,
  place: Place,
  sameRefs: readonly string[],
  opened: Begun | undefined,
): Promise<void> {
  const { changed, hookName, hasHooks } =
    opened ?? (await pages.call(place, 'prepare', { sameRefs, hookName: hooks.freshName() }));
  if (hasHooks) hooks.begun(place, hookName);
  else await hooks.begin(place, hookName);
  await requireSameTargets(pages, place, changed);
}

/** The page has begun with an action that does not take place. */
async function undo({ pages, hooks }: ActionOptions, place: Place): Promise<void> {
  await Promise.allSettled([pages.call(place, 'landed', null), hooks.end(place)]);
}

/** The others move or scroll something, and pages react to that with delays of their own. */
const followable = new Set<keyof PageActions>(['click', 'fill', 'pressKey', 'selectText', 'type']);

interface Scene {
  readonly place: Place;
  readonly before: Promise<TabFacts>;
  /** Its address then. */
  readonly url: string;
  /** What the page has done for it, in its last answer to the step before. */
  readonly opened?: Begun | undefined;
  readonly watched: WatchedTab | undefined;
  readonly downloads: DownloadWatch;
}

async function performAt<Name extends keyof PageActions>(
  options: ActionOptions,
  { place, before: factsBefore, url, opened: openedBefore, watched, downloads }: Scene,
  name: Name,
  args: Parameters<PageActions[Name]>[0],
): Promise<Outcome> {
  const { pages, tabs, tabId, signal, driver, dialogs, hooks, choosers, mayRead, traffic, turns } = options;
  const { step, callId, isOneAction = false } = options.call;
  choosers.delete(tabId);
  const quietMs = quietMsAfter(name, args, step);
  /** What the page said when the input had landed. */
  let landedWith: Activity | undefined;
  /** What the page said of its end when it was last asked. */
  let ending: Ending | undefined;
  /** The tab as it was when the page was last asked. */
  let tabNow: Promise<TabFacts | undefined> | undefined;
  /** Waits for our own frame too, unless the page side has reported its activity: browsers report a request late. */
  let isFrameNeeded = true;
  const filled = filledFields(name, args);
  /** The driver may have begun further hooks. */
  const finishArgs = () => ({ filled, hooks: hooks.toEnd(place) });
  /** What the page has begun for the next step. */
  let openedNext: Begun | undefined;
  const atOnce = { ...finishArgs(), quietMs, mustBeFollowed: false, awaitsFrame: false };
  const next = () => {
    // A request that is open may still change the page.
    const isOpen = requestsBefore(step, traffic, tabId).length > 0;
    return isOneAction && !isOpen ? turns.takeNext(callId, place) : undefined;
  };
  const passOn = (tab: Promise<TabFacts | undefined> = tabs.facts(tabId).catch(() => undefined)) => {
    // Before the tab is looked at: what the browser tells from now on, the next step hears.
    tabNow = tab;
    const facts = tab.then((found) => found ?? factsBefore);
    facts.catch(() => {});
    turns.pass(callId, { tabId, facts, url, opened: openedNext });
  };
  const activity = async (args: EndArgs | null): Promise<Activity> => {
    tabNow = tabs.facts(tabId).catch(() => undefined);
    const reported = await pages.call(place, 'activity', args);
    ending = reported.ending;
    return reported;
  };
  const { result, navigated, isReplaced, isClosed, openedTabIds, settled, failures } = await settle(
    { ...options, quietMs, requests: traffic.eventsOf(tabId), openRequests: requestsBefore(step, traffic, tabId) },
    {
      perform: async (seen) => {
        const finish = isFrameAwaited(quietMs) ? undefined : atOnce;
        turns.start(callId);
        const performed = await driver.perform(place, name, args, { opened: openedBefore, watched, finish, next });
        openedNext = performed.opened;
        landedWith = performed.activity;
        ending = performed.ending;
        isFrameNeeded = performed.activity === undefined || isFrameAwaited(quietMs);
        const isSurprise = seen.hasBegun || seen.openedTabIds.length > 0 || driver.chooserIn(tabId) !== undefined;
        // As expected, says the page, and so does the browser: the next step goes on before this one is written down.
        if (openedNext !== undefined && !isSurprise && dialogs.openIn(tabId) === undefined) passOn();
        return performed;
      },
      pageState: async (enoughMs) => {
        const mustBeFollowed = enoughMs < quietMs;
        const ends = { ...finishArgs(), quietMs: enoughMs, mustBeFollowed, awaitsFrame: isFrameNeeded };
        const page = landedWith ?? (await activity(mustBeFollowed && !followable.has(name) ? null : ends));
        landedWith = undefined;
        const pending = await hooks.pending(place, page.pending);
        const work = isFrameNeeded ? pending.timers : pending.timers - pending.ownFrames;
        const isPending = work > 0 || (pending.downloads > 0 && !downloads.hasBegun);
        // A change after the last known work came from somewhere else.
        const isTracked = !page.hasUntracked && page.changedAt <= pending.knownUntil;
        const isOver = openedNext !== undefined;
        return { unchangedMs: page.idleMs, isPending, isFollowed: followable.has(name) && isTracked, isOver };
      },
      isBlocked: () => dialogs.openIn(tabId) !== undefined,
      downloads,
    },
  );
  const opened = result.opens === undefined ? [] : [await tabs.openFrom(tabId, webAddress(result.opens))];
  const open = dialogs.openIn(tabId);
  const isGone = navigated || isClosed || open !== undefined;
  if (isReplaced) hooks.forget(place);
  else if (isGone) void hooks.end(place);
  const tabAfter = async () => (isGone ? undefined : await tabNow) ?? tabs.facts(tabId).catch(unlessTabClosed);
  const tabLater = isClosed ? undefined : tabAfter();
  const ended = isGone ? nothing : await finish(options, place, finishArgs(), settled ? ending : undefined);
  const { evidence, dialogs: answered, errors, unheldIf } = ended;
  const unheld = unheldIf(evidence.changes.length > 0);
  const chooser = result.chooser ?? driver.chooserIn(tabId);
  const surprises = [...answered, ...unheld, ...openedTabIds, ...opened, ...(chooser === undefined ? [] : [chooser])];
  const isAsExpected = isOneAction && !isGone && settled && surprises.length === 0;
  if (isAsExpected && !turns.hasPassed(callId)) passOn(tabLater);
  else if (turns.isNextBegun(callId) && !turns.hasPassed(callId) && !isReplaced) void undo(options, place);
  const [found, before, dropped] = await Promise.all([
    tabLater,
    factsBefore,
    isGone || name !== 'drag' ? undefined : droppedAt(pages, place, args as DragArgs),
  ]);
  const after = found ?? before;
  const urlChanged = after.url !== before.url;
  const { target, pageVisible, trusted } = result;
  const notes = [result.note, unheldNote(unheld)].filter((note) => note !== undefined);
  if (chooser?.ref !== undefined) choosers.set(tabId, chooser.ref);
  return {
    ...evidence,
    ...after,
    target,
    // On a busy machine the browser may tell of a navigation only after the page has settled.
    navigated: navigated || urlChanged,
    ...(found === undefined ? { tabClosed: true } : {}),
    titleChanged: after.title !== before.title,
    urlChanged,
    openedTabs: [...openedTabIds, ...opened],
    downloads: (await downloads.list(signal)).map((download) => redacted(download, mayRead)),
    errors: [...errors, ...failures],
    settled,
    trusted,
    pageVisible,
    dialogs: [
      ...answered.map((dialog) => ({ ...dialog, isOpen: false })),
      ...(open ? [{ ...open, isOpen: true }] : []),
    ],
    fileChooser: chooser,
    ...(unheld.length === 0 ? {} : { unheld }),
    ...(dropped === undefined ? {} : { dropped }),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

/** Where the dragged element has come to lie, for a drag beside another one. */
async function droppedAt(pages: PageCaller, place: Place, args: DragArgs): Promise<DropSide | undefined> {
  if (args.toRef === undefined || args.at === undefined) return undefined;
  return pages.call(place, 'dropSide', { ref: args.ref, toRef: args.toRef }).catch(() => undefined);
}

/** The page may close its tab at any time; the action is done all the same. */
function unlessTabClosed(error: unknown): undefined {
  if (error instanceof SallyportError && error.reason === 'TAB_CLOSED') return undefined;
  throw error;
}

/** The agent may always know the path, since its own action saved the file; the address only where it may read the site. */
function redacted(download: Download, mayRead: ActionOptions['mayRead']): Download {
  return mayRead(siteOf(download.url)) ? download : { ...download, url: siteOnly(download.url) };
}

/** The address of a frame, which may be of another site than the tab. */
async function addressOf({ api }: ActionOptions, { tabId, frameId }: Place): Promise<string[]> {
  if (frameId === 0) return [];
  const frame = await api.webNavigation.getFrame({ tabId, frameId });
  return frame === null ? [] : [frame.url];
}

interface Finished extends HookReport {
  readonly evidence: Evidence;
  readonly unheldIf: ReadBack;
}

/** The page is gone, and with it all that was recorded there. */
const nothing: Finished = { evidence: { changes: [] }, dialogs: [], errors: [], unheldIf: () => [] };

async function finish(
  { pages, hooks, clock, call }: ActionOptions,
  place: Place,
  args: FinishArgs,
  reported: Ending | undefined,
): Promise<Finished> {
  // After the reply, which does not wait for it. The next step of a batch ends them itself.
  if (reported !== undefined && call.step?.hasNext !== true)
    clock.after(limits.page.afterReplyMs, () => void pages.call(place, 'endHooks', null).catch(() => {}));
  const ending = reported ?? (await pages.call(place, 'finish', args).catch(() => undefined));
  const heard = ending?.hooks === undefined ? await hooks.end(place) : hooks.ended(place, ending.hooks);
  if (ending === undefined) return nothing;
  return { evidence: ending.evidence, ...heard, unheldIf: readBack(args.filled, ending.contents) };
}
