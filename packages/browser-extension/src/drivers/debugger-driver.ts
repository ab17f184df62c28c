// Hands through Chromium's debugger: the browser makes the events, so pages take them for a person's.
import { isRecord } from '@sallyport/protocol';
import type { Place } from '../base/facts.ts';
import type {
  Aim,
  ClickArgs,
  FillArgs,
  PageActs,
  Point,
  PressKeyArgs,
  TypeArgs,
  UploadArgs,
} from '../base/page-calls.ts';
import type { Documents } from '../pages/documents.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import { dragWithDebugger } from './debugger-drag.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';
import { giveFiles } from './debugger-upload.ts';
import { drawing } from './drawing.ts';
import type { Driver, Performed } from './driver.ts';
import { keyEvent, modifierBits } from './keys.ts';

export interface DebuggerDriverOptions {
  readonly sessions: DebuggerSessions;
  readonly pages: PageCaller;
  readonly documents: Documents;
  /** For what needs no trust, and where the debugger was taken away. */
  readonly dom: Driver;
  readonly stay: string;
  readonly signal: AbortSignal;
}

interface DragArgs {
  readonly ref: string;
  readonly toRef: string;
}

const DECLINED =
  'Done without the debugger, since it was cancelled in the browser: some pages take this for no real input.';
const UNHEARD = 'Done without the debugger: its pointer did not reach this frame.';

/** The rest pages cannot tell from a person's. */
const needsTrust = new Set<keyof PageActs>(['click', 'drag', 'fill', 'hover', 'pressKey', 'type']);

const buttonBits = { left: 1, middle: 4, right: 2 } as const;

export function debuggerDriver(options: DebuggerDriverOptions): Driver {
  const { sessions, pages, documents, dom, stay, signal } = options;

  async function mouse(
    command: Command,
    type: string,
    point: Point,
    rest: Record<string, unknown> = {},
  ): Promise<void> {
    await command('Input.dispatchMouseEvent', { type, ...point, ...rest });
  }

  /** Moves there and waits for the page's next frame. */
  async function moveTo(command: Command, { x, y }: Point, modifiers = 0): Promise<void> {
    // Both in one frame; the first is there since a pointer that stays in its place makes no event.
    await Promise.all([
      mouse(command, 'mouseMoved', { x: x + 1, y }, { modifiers }),
      mouse(command, 'mouseMoved', { x, y }, { modifiers }),
    ]);
  }

  async function landed(place: Place, { target }: Aim): Promise<Performed> {
    const { heard: _, ...landing } = await pages.call(place, 'landed', null);
    return { target, trusted: true, ...landing };
  }

  /** The page may be gone, or held by a dialog, before it can tell; that is seen elsewhere. */
  function landedAnyhow(place: Place, aim: Aim): Promise<Performed> {
    return landed(place, aim).catch(() => ({ target: aim.target, pageVisible: true, leads: false, trusted: true }));
  }

  async function click(command: Command, place: Place, args: ClickArgs): Promise<Performed> {
    const aim = await pages.call(place, 'aim', { ref: args.ref, goesOn: args.goesOn === true });
    const firstPoint = await documents.inTab(place, aim);
    const modifiers = modifierBits(args.modifiers);
    await moveTo(command, firstPoint, modifiers);
    // What the pointer's coming opened or moved is there by now, and may cover the target.
    const { heard, x, y } = await pages.call(place, 'aimAgain', { ref: args.ref });
    // No button is pressed on something else.
    if (!heard) return unheard(place, 'click', args);
    const point = x === aim.x && y === aim.y ? firstPoint : await documents.inTab(place, { x, y });
    const { button } = args;
    for (let clickCount = 1; clickCount <= (args.double ? 2 : 1); clickCount += 1) {
      const rest = { button, clickCount, modifiers };
      await mouse(command, 'mousePressed', point, { ...rest, buttons: buttonBits[button] });
      await mouse(command, 'mouseReleased', point, rest);
    }
    return landedAnyhow(place, aim);
  }

  async function hover(command: Command, place: Place, ref: string): Promise<Performed> {
    const aim = await pages.call(place, 'aim', { ref });
    await moveTo(command, await documents.inTab(place, aim));
    if (!(await pages.call(place, 'isHeard', null))) return unheard(place, 'hover', { ref });
    return landedAnyhow(place, aim);
  }

  async function type(command: Command, place: Place, args: TypeArgs): Promise<Performed> {
    const aim = await pages.call(place, 'focusField', args);
    // Nothing to insert: what is selected goes by its key.
    if (args.text === '') await press(command, 'Backspace', []);
    else await command('Input.insertText', { text: args.text });
    if (!(await pages.call(place, 'isHeard', null)) && args.text !== '') return unheard(place, 'type', args);
    if (args.submit) await press(command, 'Enter', []);
    return landedAnyhow(place, aim);
  }

  async function press(command: Command, key: string, modifiers: PressKeyArgs['modifiers']): Promise<void> {
    const event = keyEvent(key, modifiers);
    await command('Input.dispatchKeyEvent', { type: event.text === undefined ? 'rawKeyDown' : 'keyDown', ...event });
    const { text: _, ...released } = event;
    await command('Input.dispatchKeyEvent', { type: 'keyUp', ...released });
  }

  async function pressKey(command: Command, place: Place, args: PressKeyArgs): Promise<Performed> {
    const aim = await pages.call(place, 'focusFor', { ref: args.ref });
    await press(command, args.key, args.modifiers);
    return landedAnyhow(place, aim);
  }

  /** By keyboard and pointer where a person would; dates, ranges and lists are set, and the whole is not called trusted then. */
  async function fill(command: Command, place: Place, { fields }: FillArgs): Promise<Performed> {
    const { target, steps } = await pages.call(place, 'planFill', { fields });
    const done: Pick<Performed, 'trusted' | 'note'>[] = [];
    for (const [at, { ref, way }] of steps.entries()) {
      const value = fields[at]?.value ?? '';
      if (way === 'type') {
        done.push(await type(command, place, { ref, text: String(value), append: false, submit: false, goesOn: true }));
      } else if (way === 'click') {
        done.push(await click(command, place, { ref, button: 'left', double: false, modifiers: [], goesOn: true }));
      } else if (way === 'set') {
        await pages.call(place, 'fill', { fields: [{ ref, value }], goesOn: true });
        done.push({ trusted: false });
      }
    }
    await pages.call(place, 'checkFilled', { fields });
    const performed = await landedAnyhow(place, { target, x: 0, y: 0 });
    const note = done.find((step) => step.note !== undefined)?.note;
    return { ...performed, trusted: done.every(({ trusted }) => trusted), ...(note === undefined ? {} : { note }) };
  }

  async function drag(command: Command, place: Place, args: DragArgs): Promise<Performed> {
    const plan = await pages.call(place, 'planDrag', args).catch(() => undefined);
    // Says what is wrong with a ref, or drags without a pointer what no view shows at once.
    if (plan === undefined) return dom.perform(place, 'drag', args);
    const [from, to] = [await documents.inTab(place, plan.from), await documents.inTab(place, plan.to)];
    const intercepted = async (begin: () => Promise<void>) => {
      if (!plan.isDraggable) return begin();
      const params = await sessions.eventDuring(place.tabId, 'Input.dragIntercepted', begin);
      return isRecord(params) ? params.data : undefined;
    };
    await dragWithDebugger({ command, intercepted, from, to });
    return landedAnyhow(place, { target: plan.target, ...to });
  }

  async function answerChooser(command: Command, place: Place, { files }: UploadArgs): Promise<Performed> {
    const { tabId } = place;
    const aim = await pages.call(place, 'focusFor', { ref: undefined });
    await giveFiles(command, sessions.chooserIn(tabId), files);
    sessions.forgetChooser(tabId);
    return { ...(await landedAnyhow(place, aim)), target: 'what the page asked for', trusted: false };
  }

  async function unheard<Name extends keyof PageActs>(
    place: Place,
    name: Name,
    args: Parameters<PageActs[Name]>[0],
  ): Promise<Performed> {
    await pages.call(place, 'landed', null);
    return { ...(await dom.perform(place, name, args)), note: UNHEARD };
  }

  function trusted(
    command: Command,
    place: Place,
    name: keyof PageActs,
    args: unknown,
  ): Promise<Performed> | undefined {
    // The types of PageActs tie each name to its arguments.
    if (name === 'click') return click(command, place, args as ClickArgs);
    if (name === 'hover') return hover(command, place, (args as { readonly ref: string }).ref);
    if (name === 'type') return type(command, place, args as TypeArgs);
    if (name === 'pressKey') return pressKey(command, place, args as PressKeyArgs);
    if (name === 'fill') return fill(command, place, args as FillArgs);
    if (name === 'drag') return drag(command, place, args as DragArgs);
    if (name === 'upload') return answerChooser(command, place, args as UploadArgs);
    return undefined;
  }

  return {
    chooserIn(tabId) {
      const chooser = sessions.chooserIn(tabId);
      return chooser && { multiple: chooser.multiple };
    },
    async perform(place, name, args) {
      const { tabId } = place;
      const isForChooser = name === 'upload' && (args as UploadArgs).ref === undefined;
      if (!isForChooser) sessions.forgetChooser(tabId);
      if (!needsTrust.has(name) && !isForChooser) return dom.perform(place, name, args);
      if (sessions.isDeclined(stay)) return { ...(await dom.perform(place, name, args)), note: DECLINED };
      return sessions.run({ tabId, stay, signal }, async (command) => {
        const work = drawing(command, () => trusted(command, place, name, args) ?? dom.perform(place, name, args));
        return sessions.unlessHeld(tabId, work).catch((error: unknown) => {
          if (sessions.openIn(tabId) === undefined) throw error;
          // The act is done; the page waits for an answer, and the agent is told so.
          return { target: 'it', pageVisible: true, leads: false, trusted: true };
        });
      });
    },
  };
}
