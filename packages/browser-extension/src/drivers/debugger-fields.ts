// Keys, text and fields through Chromium's debugger.
import { limits, SallyportError } from '@sallyport/protocol';
import { isChar, keyFacts } from '../base/key-codes.ts';
import type { Begun, FieldAim, FillArgs, Landed, PressKeyArgs, TypeArgs } from '../base/page-calls.ts';
import type { WatchedTab } from '../pages/watched-tab.ts';
import { type DebuggerAction, landed, NOT_REACHED, performWithoutDebugger } from './debugger-action.ts';
import { click } from './debugger-pointer.ts';
import type { Command } from './debugger-session.ts';
import type { Course, Performed } from './driver.ts';
import { KeyStream } from './key-stream.ts';
import { isPaste, keyEvent } from './keys.ts';

export async function type(action: DebuggerAction, args: TypeArgs): Promise<Performed> {
  const { watched } = action.course;
  if (watched !== undefined) return typeWatched(action, args, watched);
  const page = action.documents.watch(action.place.tabId);
  try {
    return await typeWatched(action, args, page);
  } finally {
    page.end();
  }
}

async function typeWatched(action: DebuggerAction, args: TypeArgs, page: WatchedTab): Promise<Performed> {
  const { command, place, pages } = action;
  const aim = action.course.opened?.field ?? (await pages.call(place, 'focusField', args));
  if (!aim.takesKeys || !(await page.isOneSite())) return typeInPage(action, args);
  if (page.hasLeft()) throw stopped(0);
  const { keys, isForeign } = await sendText(action, args, page);
  if (isForeign) {
    await keys.arrived();
    // All of it, in place of what has come: some of the keys may have gone elsewhere.
    return typeInPage(action, args);
  }
  if (!args.submit) return received(action, aim, args, await landedAfter(keys, action, args));
  await keys.arrived();
  if (!(await pages.call(place, 'isInputReceived', null)) && args.text !== '')
    return performWithoutDebugger(action, 'type', args);
  // Enter goes to whatever has the focus, too.
  if (action.isOver()) throw stopped([...args.text].length);
  if (!(await page.isOneSite())) return typeInPage(action, { ...args, text: '', append: true });
  await press(command, 'Enter', []);
  return landed(action, aim);
}

interface LandedText extends Landed {
  readonly opened?: Begun | undefined;
}

/** Nothing follows the text, so one call tells whether it came and what the page does. */
async function received(
  { dom, place }: DebuggerAction,
  { target }: FieldAim,
  args: TypeArgs,
  { inputReceived, ...landing }: LandedText,
): Promise<Performed> {
  if (inputReceived || args.text === '') return { target, trusted: true, ...landing };
  return { ...(await dom.perform(place, 'type', args)), note: NOT_REACHED };
}

/**
 * Where another step waits, it begins in the same call, which goes out while the last keys are on their way: most come before
 * it. A step of fill_form is followed by others.
 */
async function landedAfter(keys: KeyStream, action: DebuggerAction, args: TypeArgs): Promise<LandedText> {
  const { pages, place, course } = action;
  const { finish, next: nextOf }: Course = args.continuesAction === true ? {} : course;
  const landedThenNext = async (count: number): Promise<LandedText | undefined> => {
    const next = finish === undefined ? undefined : nextOf?.();
    if (finish === undefined || next === undefined) return undefined;
    const landing = await pages.call(place, 'landedThenNext', { ...finish, next, keys: count });
    return landing === null ? undefined : { ...landing, opened: landing.begun };
  };
  const early = landedThenNext(keysIn(args.text));
  early.catch(() => {});
  await keys.arrived();
  try {
    // A page may stop keyup events before they are counted, so the second question counts none.
    const landing = (await early) ?? (await landedThenNext(0));
    if (landing !== undefined) return landing;
  } catch (error) {
    // Nothing was asked of the page: the user no longer allows to act there, and the step that is done may still be told.
    if (!(error instanceof SallyportError && error.reason === 'SITE_DENIED')) throw error;
  }
  return pages.call(place, 'landed', finish ?? null);
}

/**
 * The debugger's keys go to whatever has the focus when they come, and a frame of another site can take it at any time.
 * Inside the page a text goes into its field and nowhere else, as input that the page still takes for a person's.
 */
async function typeInPage({ place, pages }: DebuggerAction, args: TypeArgs): Promise<Performed> {
  const done = await pages.call(place, 'type', { ...args, continuesAction: true });
  const { inputReceived } = await pages.call(place, 'landed', null).catch(() => ({ inputReceived: false }));
  return { ...done, trusted: inputReceived };
}

export async function pressKey(action: DebuggerAction, args: PressKeyArgs): Promise<Performed> {
  const { command, place, pages, documents, dom } = action;
  const { ref, key, modifiers } = args;
  if (isPaste(key, modifiers)) return { ...(await dom.perform(place, 'pressKey', args)), note: NOT_PASTED };
  const [aim, isOneSite] = await Promise.all([
    pages.call(place, 'focusFor', { ref, key, modifiers }),
    documents.isOneSite(place.tabId),
  ]);
  // Shortcuts and arrows need the browser, and go out while nobody takes the focus; what a page event does as well never does.
  const isPageEvent = (isChar(key) || pageEventKeys.has(key)) && modifiers.every((modifier) => modifier === 'Shift');
  if (!isOneSite && (isPageEvent || !(await keepsFocus(action, ref))))
    return performWithoutDebugger(action, 'pressKey', args, SENT_AS_PAGE_EVENT);
  await press(command, key, modifiers);
  const inputReceived = isOneSite || (await pages.call(place, 'isInputReceived', null).catch(() => true));
  const performed = await landed(action, aim);
  return inputReceived ? performed : { ...performed, trusted: false, note: KEY_NOT_REACHED };
}

/** Keys besides characters whose work the page side does as a browser would. */
const pageEventKeys: ReadonlySet<string> = new Set(['Backspace', 'Delete', 'Enter', 'Tab']);
const SENT_AS_PAGE_EVENT = 'Sent as a page event, since a frame of another site in this tab could get the key.';
const NOT_PASTED = "Sent as a page event without a paste: the clipboard is the user's. Use type.";
const KEY_NOT_REACHED = 'The key did not reach this page: a frame of another site took the focus.';

/** Seen twice, since a frame that takes the focus again and again may let go of it for a moment. */
async function keepsFocus({ place, pages }: DebuggerAction, ref: string | undefined): Promise<boolean> {
  return (await pages.call(place, 'hasKeys', { ref })) && (await pages.call(place, 'hasKeys', { ref }));
}

/** By keyboard and pointer where a person would; dates, ranges and lists are set, and the whole is not called trusted then. */
export async function fill(action: DebuggerAction, { fields }: FillArgs): Promise<Performed> {
  const { place, pages } = action;
  const { target, steps } = await pages.call(place, 'planFill', { fields });
  const done: Pick<Performed, 'trusted' | 'note'>[] = [];
  for (const [at, { ref, way }] of steps.entries()) {
    const value = fields[at]?.value ?? '';
    if (way === 'type') {
      done.push(await type(action, { ref, text: String(value), append: false, submit: false, continuesAction: true }));
    } else if (way === 'click' || way === 'clickTwice') {
      const press = () => click(action, { ref, button: 'left', double: false, modifiers: [], continuesAction: true });
      done.push(await press());
      const again = { fields: [{ ref, value }], continuesAction: true };
      const [next] = way === 'click' ? [] : (await pages.call(place, 'planFill', again)).steps;
      if (next?.way === 'click') done.push(await press());
    } else if (way === 'set') {
      await pages.call(place, 'fill', { fields: [{ ref, value }], continuesAction: true });
      done.push({ trusted: false });
    }
  }
  await pages.call(place, 'checkFilled', { fields });
  const note = done.find((step) => step.note !== undefined)?.note;
  return { ...(await landed(action, { target })), trusted: done.every(({ trusted }) => trusted), note };
}

/** How many keys `sendText` presses. */
function keysIn(text: string): number {
  if (text === '') return 1;
  return text.length > limits.page.typedMaxChars ? 0 : [...text.replaceAll(/\p{Cc}/gu, '')].length;
}

interface SentText {
  /** The last may be on their way. */
  readonly keys: KeyStream;
  /** A frame of another site has come, so the rest was not sent. */
  readonly isForeign: boolean;
}

/** Key by key without a pause; what is longer than people type goes in at once, as if pasted. */
async function sendText(
  { command, isOver }: DebuggerAction,
  { text, append }: TypeArgs,
  page: WatchedTab,
): Promise<SentText> {
  const keys = new KeyStream();
  // Nothing to insert: what is selected goes by its key.
  if (text === '') keys.send(press(command, 'Backspace', []));
  const isPasted = text.length > limits.page.typedMaxChars;
  if (isPasted) await command('Input.insertText', { text });
  const characters = isPasted ? [] : [...text.replaceAll('\r\n', '\n')];
  for (const [at, key] of characters.entries()) {
    // Enter would send a form or a message; a line break is only written.
    const isWritten = /^\p{Cc}$/u.test(key);
    await (isWritten ? keys.arrived() : keys.room());
    const isForeign = !(await page.isOneSite());
    // What an appended text has come to cannot be told from what was there, so nothing replaces it.
    if (page.hasLeft() || isOver() || (isForeign && append && at > 0)) throw stopped(at);
    if (isForeign) return { keys, isForeign };
    if (isWritten) await command('Input.insertText', { text: key });
    else keys.send(press(command, key, keyFacts(key).isShifted ? ['Shift'] : []));
  }
  return { keys, isForeign: false };
}

function stopped(count: number): SallyportError {
  return new SallyportError(
    'ERR_TOOL_FAILED',
    `Typing stopped after ${count} characters: the tab loaded another page, or a frame of another site.`,
    {
      hint: 'Take a snapshot to see the current page.',
    },
  );
}

async function press(command: Command, key: string, modifiers: PressKeyArgs['modifiers']): Promise<void> {
  const { text, ...event } = keyEvent(key, modifiers);
  const down = text === undefined ? { type: 'rawKeyDown' } : { type: 'keyDown', text };
  await Promise.all([
    command('Input.dispatchKeyEvent', { ...event, ...down }),
    command('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
  ]);
}
