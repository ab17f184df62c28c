// What runs inside a page, in a world of the extension's own: answers the background's calls one by one.
import { PRODUCT_VERSION } from '@sallyport/protocol';
import { dialogsKind } from '../base/hook-kinds.ts';
import type {
  Begun,
  EndArgs,
  FieldAim,
  Landed,
  NextArgs,
  PageActions,
  PageAnswer,
  PageCalls,
  PageFault,
  PageRequest,
  PageSide,
  PointerAim,
  Preparation,
  PrepareArgs,
} from '../base/page-calls.ts';
import type { NamedValue } from '../base/secret-texts.ts';
import { ActionEnd } from './action-end.ts';
import { isMoved } from './animations.ts';
import { readText } from './article.ts';
import { banner } from './banner.ts';
import { isPdf, repeatable, startsWatch, underPointer } from './call-kinds.ts';
import { changedTargets } from './changed-targets.ts';
import { isTrue } from './conditions.ts';
import { Consequence } from './consequence.ts';
import { planDrag } from './drag-ends.ts';
import { DropOrder, dropSide } from './drop-order.ts';
import { fieldContents } from './field-contents.ts';
import { fill, focusField, focusForText, type } from './fields.ts';
import { find } from './find.ts';
import { boxOf, frameBox, frameBoxes, isFrame } from './frames.ts';
import { isKeyNeutral } from './held-key.ts';
import { beginHooks, hookName } from './hook-bridge.ts';
import { focusFor, focusHere, hasKeys, PageKey } from './keyboard.ts';
import { locate } from './locate.ts';
import { hasSecretField, holdsSecret, requireHarmless, typeSecret, withoutSecrets } from './named-secrets.ts';
import { Opening } from './opening.ts';
import { PageClick } from './page-click.ts';
import { PageDrag } from './page-drag.ts';
import { PageError } from './page-error.ts';
import { Pictures } from './pictures.ts';
import { checkFilled, planFill } from './plan.ts';
import { click, hover } from './pointer.ts';
import { randomNumbers } from './random.ts';
import { Refs } from './refs.ts';
import { continuesAction, givenBy, pointIn, refsIn, watchedBy } from './request-args.ts';
import { scroll } from './scroll.ts';
import { markSecrets, unmarkSecrets } from './secret-marks.ts';
import { selectText } from './select-text.ts';
import { siteHere } from './site.ts';
import { snapshot, warmUp } from './snapshot.ts';
import { changeStored, readAllStored, readStored, storedItems } from './storage.ts';
import { findAgain } from './successors.ts';
import { hitAt, hitOf, pick } from './target.ts';
import { upload } from './upload.ts';
import { ChangeWatch } from './watch.ts';
import { wheel } from './wheel.ts';

type Functions<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (args: infer Args) => infer Result
    ? (args: Args, refs: Refs) => Result
    : never;
};

const refs = new Refs(randomNumbers());
const watch = new ChangeWatch(refs);
const end = new ActionEnd(watch, refs);
/** Of an action that takes several calls. */
const consequence = new Consequence(refs);
const clicking = new PageClick(consequence);
const dragging = new PageDrag();
const dropOrder = new DropOrder();
const key = new PageKey();
const opening = new Opening();
const pictures = new Pictures();

const actions: Functions<PageActions> = {
  click,
  drag: (args) => dragging.drop(args, refs),
  fill,
  hover,
  pressKey: (args) => key.press(args, refs),
  scroll,
  selectText,
  type,
  typeSecret,
  upload,
  wheel,
};

/** Where the document was when the last action was prepared. */
let address = '';

function prepare({ sameRefs, hookName: fresh, followsAtOnce = false }: PrepareArgs): Preparation {
  const changed = changedTargets({ refs: sameRefs }, refs);
  if (followsAtOnce) end.handOver();
  else end.close();
  address = location.href;
  return { changed, hookName: hookName(fresh), hasHooks: beginHooks() };
}

function landed(finish: EndArgs | null): Landed {
  const landing = { ...consequence.end(), pageVisible: document.visibilityState === 'visible' };
  const activity = end.activity();
  // Chromium passes null as undefined.
  const mayEnd = finish?.filled !== undefined && landing.inputReceived && !landing.willNavigate;
  return { ...landing, activity, ending: mayEnd ? end.ifIdle(activity, finish) : undefined };
}

/** Beside a secret nothing begins early, nor where the page may be about to leave: the browser tells of that late. */
function isAsExpected({ ending, opens, chooser, activity }: Landed): boolean {
  if (ending === undefined || opens !== undefined || chooser !== undefined || guarded.length > 0) return false;
  if (activity.hasUntracked || location.href !== address) return false;
  return ending.contents.every((content) => content === 'given') && ending.hooks?.[dialogsKind] === '';
}

/** What would throw is left to the step itself, which tells why. */
function beginNext({ field, pointer, ...args }: NextArgs): Begun | undefined {
  const begun = tryTo({ name: 'prepare', args: { ...args, followsAtOnce: true } });
  if (begun.state !== 'done') return undefined;
  // The results of these functions.
  const prepared = begun.value as Preparation;
  if (prepared.changed.length > 0 || !prepared.hasHooks) return prepared;
  const aimed = tryTo(field === undefined ? { name: 'aim', args: pointer } : { name: 'focusField', args: field });
  if (aimed.state !== 'done') return prepared;
  return field === undefined
    ? { ...prepared, pointer: aimed.value as PointerAim }
    : { ...prepared, field: aimed.value as FieldAim };
}

const functions: Functions<PageCalls> = {
  ...actions,
  snapshot,
  warmUp,
  find,
  locate,
  banner,
  readText,
  isTrue,
  focusField: (args) => {
    consequence.begin();
    const aim = focusField(args, refs);
    // Keys from outside go to whatever has the focus by then, and a filled secret field must not get one.
    return guarded.length > 0 && hasSecretField() ? { ...aim, takesKeys: false } : aim;
  },
  focusText: focusForText,
  focusFor: (args) => {
    consequence.begin();
    return { target: focusFor(args, refs).label, x: 0, y: 0 };
  },
  focusHere,
  hasKeys,
  isInputReceived: () => consequence.isInputReceived,
  aimAgain: ({ ref, point: at }) => {
    const { point, hit, element } = hitOf(ref, refs, at);
    const { isInputReceived: inputReceived } = consequence;
    const seen = { isInFrame: isFrame(hit), isKeyNeutral: isKeyNeutral(hit), isMoved: isMoved(element) };
    return { ...point, ...seen, inputReceived };
  },
  landed,
  landedThenNext: ({ next, keys, ...finish }) => {
    if (keys > 0 && !consequence.hasJustReleased(keys)) return null;
    const end = landed(finish);
    return { ...end, begun: isAsExpected(end) ? beginNext(next) : undefined };
  },
  frameBox,
  frameBoxes,
  boxOf,
  pictured: (args) => pictures.announce(args, refs),
  pictureState: ({ shot }) => pictures.stateOf(shot),
  markSecrets,
  unmarkSecrets,
  holdsSecret: () => holdsSecret(guarded),
  pointAt: ({ point }) => pictures.targetAt(point, refs),
  pick,
  storedItems,
  readStored,
  readAllStored,
  changeStored,
  prepare,
  finish: (args) => end.finish(args),
  endHooks: () => {
    end.endHooks();
    return null;
  },
  activity: (ending) => {
    const activity = end.activity();
    // Where there are secrets, `finish` tells it: the document is not searched for them when `activity` is asked.
    const mayEnd = ending?.filled !== undefined && guarded.length === 0;
    return { ...activity, ending: mayEnd ? end.ifIdle(activity, ending) : undefined };
  },
  planFill,
  checkFilled,
  fieldContents,
  planDrag: (args) => {
    consequence.begin();
    return planDrag(args, refs);
  },
  planDragAgain: (args) => {
    const plan = planDrag(args, refs);
    watch.startDrag();
    dropOrder.begin(args, refs);
    return { ...plan, inputReceived: consequence.isInputReceived };
  },
  isFrameAt: (point) => isFrame(hitAt(point)),
  pressPointer: (args) => clicking.press(args, refs),
  releasePointer: () => clicking.release(refs),
  releaseKey: () => key.release(refs),
  pressAgain: () => clicking.pressAgain(refs),
  beginDrag: (args) => {
    dropOrder.begin(args, refs);
    return dragging.begin(args, refs, () => watch.startDrag());
  },
  detour: (args) => dropOrder.detour(args, refs),
  dropSide: (args) => {
    dropOrder.end();
    return dropSide(args, refs);
  },
  turnDrag: (to) => dragging.turn(to),
  moveDrag: ({ part }) => dragging.move(part),
  aim: ({ ref, point: at }) => {
    const { label, point, hit } = hitOf(ref, refs, at);
    consequence.begin();
    return { ...point, target: label, isInFrame: isFrame(hit), isKeyNeutral: isKeyNeutral(hit) };
  },
  travel: ({ steps }) => {
    history.go(steps);
    return null;
  },
};

let hasAnswered = false;
/** What the answer under way must not hold. */
let guarded: readonly NamedValue[] = [];

function answer(request: PageRequest): PageAnswer {
  hasAnswered = true;
  if (request.version !== PRODUCT_VERSION) return { state: 'absent' };
  const site = siteHere();
  if (request.site !== site) return { state: 'elsewhere', site };
  if (document.contentType === 'application/pdf' && request.name !== 'travel') return { state: 'failed', fault: isPdf };
  refs.startAt(request.firstRef);
  guarded = request.secrets ?? [];
  return withoutSecrets(request, guarded, () => tryTo(request));
}

function tryTo(request: Pick<PageRequest, 'name' | 'args'>): PageAnswer {
  try {
    if (guarded.length > 0) requireHarmless(request, refs);
    return { state: 'done', value: run(request), nextRef: refs.next };
  } catch (thrown) {
    refs.forgetNames();
    // The edge of the page: a function of ours that met a page it cannot handle says so, and no more.
    if (thrown instanceof PageError) return { state: 'failed', fault: passing(thrown.fault, request.name) };
    const message = `The page could not be handled: ${thrown instanceof Error ? thrown.name : 'unknown'}.`;
    return { state: 'failed', fault: { code: 'ERR_TOOL_FAILED', message } };
  }
}

function passing(fault: PageFault, name: string): PageFault {
  return {
    ...fault,
    mayPass: fault.mayPass === true && repeatable.has(name) && opening.isUnderWay(watch.sinceActionMs),
  };
}

function run({ name, args }: Pick<PageRequest, 'name' | 'args'>): unknown {
  // The background is the only caller, and its types are these.
  const known = functions as Readonly<Record<string, (args: unknown, refs: Refs) => unknown>>;
  for (const ref of refsIn(args)) findAgain(ref, refs);
  const point = pointIn(args);
  // The drop ends what `beginDrag` has checked, and what was dragged has left the point.
  const isDrop = name === 'drag' && continuesAction(args) && dragging.isUnderWay;
  if (point !== undefined && !isDrop) pictures.require(point, underPointer.has(name) ? 'view' : 'target');
  if ((startsWatch.has(name) || Object.hasOwn(actions, name)) && !continuesAction(args)) {
    end.goOn();
    watch.begin(watchedBy(args, refs), givenBy(args, refs));
  }
  return known[name]?.(args, refs);
}

// The world's global object is typed as the window; this is what we add to it.
const world = globalThis as PageSide;
// Whoever comes in twice must not lose the refs that the first one gave out.
if (world.sallyport?.version !== PRODUCT_VERSION) {
  world.sallyport = {
    version: PRODUCT_VERSION,
    get hasAnswered() {
      return hasAnswered;
    },
    answer,
    holds: (ref) => refs.holds(ref),
  };
}
