// Keys, text and fields through Chromium's debugger.
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import { isChar, keyFacts } from '../base/key-codes.ts';
import type { FieldAim, FillArgs, PressKeyArgs, TypeArgs } from '../base/page-calls.ts';
import { type DebuggerAction, landed, NOT_REACHED, performWithoutDebugger } from './debugger-action.ts';
import { click } from './debugger-pointer.ts';
import type { Command } from './debugger-session.ts';
import type { Course, Performed } from './driver.ts';
import { KeyStream } from './key-stream.ts';
import { isPaste, keyEvent } from './keys.ts';

export async function type(action: DebuggerAction, args: TypeArgs): Promise<Performed> {
  // From before the tab is looked at.
  const page = watchPage(action);
  try {
    return await typeWatched(action, args, page);
  } finally {
    page.end();
  }
}

async function typeWatched(action: DebuggerAction, args: TypeArgs, page: WatchedPage): Promise<Performed> {
  const { command, place, pages, documents } = action;
  const [aim, isOneSite] = await Promise.all([
    action.course.opened?.field ?? pages.call(place, 'focusField', args),
    documents.isOneSite(place.tabId),
  ]);
  if (!aim.takesKeys || !isOneSite) return typeInPage(action, args);
  if (!(await page.isSame())) throw stopped(0);
  // Nothing to insert: what is selected goes by its key.
  if (args.text === '') await press(command, 'Backspace', []);
  else await typeText(action, args.text, page);
  if (!args.submit) return received(action, aim, args);
  if (!(await pages.call(place, 'isInputReceived', null)) && args.text !== '')
    return performWithoutDebugger(action, 'type', args);
  await press(command, 'Enter', []);
  return landed(action, aim);
}

/** Nothing follows the text, so one call tells whether it came and what the page does. */
async function received(action: DebuggerAction, { target }: FieldAim, args: TypeArgs): Promise<Performed> {
  const { dom, place } = action;
  // A step of fill_form is followed by others.
  const { inputReceived, ...landing } = await landedWithEnd(action, args.continuesAction === true ? {} : action.course);
  if (inputReceived || args.text === '') return { target, trusted: true, ...landing };
  return { ...(await dom.perform(place, 'type', args)), note: NOT_REACHED };
}

/** Where another step waits, it begins in the same call. */
async function landedWithEnd({ pages, place }: DebuggerAction, { finish, next: nextOf }: Course) {
  const next = finish === undefined ? undefined : nextOf?.();
  if (finish === undefined || next === undefined) return pages.call(place, 'landed', finish ?? null);
  try {
    const { begun, ...landing } = await pages.call(place, 'landedThenNext', { ...finish, next });
    return { ...landing, opened: begun };
  } catch (error) {
    // Nothing was asked of the page: the user no longer allows to act there, and the step that is done may still be told.
    if (!(error instanceof SallyportError && error.reason === 'SITE_DENIED')) throw error;
    return pages.call(place, 'landed', finish);
  }
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

/** Key by key without a pause; what is longer than people type goes in at once, as if pasted. */
async function typeText({ command }: DebuggerAction, text: string, page: WatchedPage): Promise<void> {
  if (text.length > limits.page.typedMaxChars) {
    await command('Input.insertText', { text });
    return;
  }
  const stream = new KeyStream();
  let count = 0;
  for (const key of text.replaceAll('\r\n', '\n')) {
    // Enter would send a form or a message; a line break is only written.
    const isWritten = /^\p{Cc}$/u.test(key);
    await (isWritten ? stream.arrived() : stream.room());
    if (!(await page.isSame())) throw stopped(count);
    if (isWritten) await command('Input.insertText', { text: key });
    else stream.send(press(command, key, keyFacts(key).isShifted ? ['Shift'] : []));
    count += 1;
  }
  await stream.arrived();
}

type WatchedPage = ReturnType<typeof watchPage>;

/** Whether keys still go to the page that was checked: it may leave for another site while an agent types, or load one in a frame. */
function watchPage({ sessions, documents, place: { tabId } }: DebuggerAction) {
  let hasLeft = false;
  let hasNewFrame = false;
  const end = sessions.listen(tabId, 'Page.frameNavigated', (params) => {
    const isTop = isRecord(params) && isRecord(params.frame) && params.frame.parentId === undefined;
    hasLeft ||= isTop;
    hasNewFrame ||= !isTop;
  });
  return {
    end,
    async isSame(): Promise<boolean> {
      if (hasLeft || !hasNewFrame) return !hasLeft;
      hasNewFrame = false;
      return documents.isOneSite(tabId);
    },
  };
}

function stopped(count: number): SallyportError {
  return new SallyportError(
    'ERR_TOOL_FAILED',
    `Typing stopped after ${count} characters: the page loaded another one.`,
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
