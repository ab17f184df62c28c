// Input by page events: works in every browser, without the debugger's bar.
import { limits, SallyportError } from '@sallyport/protocol';
import { clicksIn } from '../base/action-args.ts';
import { pause } from '../base/clock.ts';
import type { Place } from '../base/facts.ts';
import type { ActionResult, ClickArgs, DragArgs, FillArgs, PressKeyArgs, TypeArgs } from '../base/page-calls.ts';
import { dragParts, hold, landBeside } from './drag-steps.ts';
import type { Driver, DriverOptions, Performed } from './driver.ts';

/** The timers of a hidden page run once a second, and a list that still moves its items takes no drop. */
const HIDDEN_MS = 1_050;
/** What a step has left pending is not awaited longer. */
const STEP_MAX_MS = 600;
const AFTER_PRESS: readonly (string | undefined)[] = ['TAB_UNAVAILABLE', 'SITE_DENIED', 'DIALOG_OPEN'];

export function domDriver(options: DriverOptions): Driver {
  const { pages, guard, hooks } = options;
  return {
    // Browsers open none without a trusted click.
    chooserIn: () => undefined,
    async perform(place, name, args) {
      // It runs in the page's own world, where the page may have broken built-ins.
      await Promise.all([guard.begin(place).catch(() => {}), hooks.lendFocus(place)]);
      // The arguments of `click`.
      if (name === 'click') return click(options, place, args as ClickArgs);
      // The arguments of `pressKey`.
      if (name === 'pressKey') return pressKey(options, place, args as PressKeyArgs);
      if (name === 'type') {
        // The arguments of `type`. Fields that draw a mask when they get the focus do so before the text comes.
        await pages.call(place, 'focusText', args as TypeArgs);
        return {
          ...(await pages.call(place, 'type', { ...(args as TypeArgs), continuesAction: true })),
          trusted: false,
        };
      }
      // The arguments of `fill`.
      if (name === 'fill') return fill(options, place, args as FillArgs);
      if (name !== 'drag') return { ...(await pages.call(place, name, args)), trusted: false };
      // The arguments of `drag`.
      const drag = args as DragArgs;
      await carry(options, place, drag);
      return { ...(await pages.call(place, 'drag', { ...drag, continuesAction: true })), trusted: false };
    },
  };
}

/** Each press and each release is a task of its own: frameworks draw between them, and some act only on what they have drawn. */
async function click({ pages }: DriverOptions, place: Place, args: ClickArgs): Promise<Performed> {
  const pressed = await pages.call(place, 'pressPointer', args);
  let released: ActionResult | undefined;
  try {
    released = await pages.call(place, 'releasePointer', null);
    for (let again = 1; again < clicksIn(args); again += 1) {
      await pages.call(place, 'pressAgain', null);
      released = await pages.call(place, 'releasePointer', null);
    }
  } catch (thrown) {
    if (!isAfterPress(thrown)) throw thrown;
  }
  return { ...pressed, willNavigate: false, ...released, trusted: false };
}

/** The same for a key: what it does while it is down is drawn before it is up. */
async function pressKey({ pages }: DriverOptions, place: Place, args: PressKeyArgs): Promise<Performed> {
  const pressed = await pages.call(place, 'pressKey', args);
  const released = await pages.call(place, 'releaseKey', null).catch((thrown: unknown) => {
    if (!isAfterPress(thrown)) throw thrown;
  });
  return {
    ...pressed,
    opens: pressed.opens ?? released?.opens,
    chooser: pressed.chooser ?? released?.chooser,
    willNavigate: pressed.willNavigate || released?.willNavigate === true,
    trusted: false,
  };
}

/** All fields in one run. What a field has replaced since, as by the mask that it draws with the focus, is typed once more. */
async function fill({ pages }: DriverOptions, place: Place, args: FillArgs): Promise<Performed> {
  const filled = await pages.call(place, 'fill', args);
  const { fields } = args;
  const held = await pages.call(place, 'fieldContents', { fields, isAppended: false }).catch(() => []);
  for (const [at, { ref, value }] of fields.entries()) {
    if (held[at] !== 'other' || typeof value !== 'string') continue;
    const again = { ref, text: value, append: false, submit: false, continuesAction: true };
    const isReady = await pages.call(place, 'focusText', again).then(
      () => true,
      () => false,
    );
    // A field that is gone by now took what it got.
    if (isReady) await pages.call(place, 'type', again);
  }
  return { ...filled, trusted: false };
}

/** The press loaded another page, maybe of a site that is closed to the agent, or a dialog opened; others notice that. */
function isAfterPress(thrown: unknown): boolean {
  return thrown instanceof SallyportError && AFTER_PRESS.includes(thrown.reason);
}

/** From the start to above the end, with time for the page's scripts between the steps. */
async function carry(options: DriverOptions, place: Place, args: DragArgs): Promise<void> {
  const { pages, clock, signal, hooks } = options;
  const { isHidden, distancePx } = await pages.call(place, 'beginDrag', args);
  const [near, start, ...rest] = dragParts(distancePx);
  const wait = (delayMs: number) => (isHidden ? runPending(options, place) : pause(clock, delayMs, signal));
  await hold({
    pending: () => hooks.pending(place),
    pause: (delayMs) => pause(clock, delayMs, signal),
    now: () => clock.now(),
  });
  for (const part of [near, start]) await pages.call(place, 'moveDrag', { part });
  await wait(limits.page.dragStepMs);
  for (const part of rest) {
    await pages.call(place, 'moveDrag', { part });
    await wait(part === 1 ? limits.page.dragDwellMs : limits.page.dragStepMs);
  }
  if (args.at !== undefined) {
    await landBeside({
      detour: () => pages.call(place, 'detour', args),
      go: async (to) => {
        await pages.call(place, 'turnDrag', to);
        await pages.call(place, 'moveDrag', { part: 1 });
        await wait(limits.page.dragStepMs);
      },
      dwell: () => wait(limits.page.dragDwellMs),
    });
  }
  if (isHidden) await pause(clock, HIDDEN_MS, signal);
}

/** A hidden page has no frames, by which libraries start a drag and notice where it is: to ask what is pending runs them. */
async function runPending({ hooks, clock, signal }: DriverOptions, place: Place): Promise<void> {
  const end = clock.now() + STEP_MAX_MS;
  do await pause(clock, limits.page.dragStepMs, signal);
  while ((await hooks.pending(place)).timers > 0 && clock.now() < end);
}
