// Input through Chromium's debugger: the browser creates the events, so pages trust them like a person's.
import { pause } from '../base/clock.ts';
import type { PageActions } from '../base/page-calls.ts';
import type { DebuggerAction } from './debugger-action.ts';
import { drag } from './debugger-drag.ts';
import { fill, pressKey, type } from './debugger-fields.ts';
import { click, hover, wheel } from './debugger-pointer.ts';
import type { Command } from './debugger-session.ts';
import { answerChooser } from './debugger-upload.ts';
import { domDriver } from './dom-driver.ts';
import type { Drawing } from './drawing.ts';
import type { ActionArgs, Driver, DriverOptions, Performed } from './driver.ts';

type Gesture<Name extends keyof PageActions> = (action: DebuggerAction, args: ActionArgs<Name>) => Promise<Performed>;

/** Actions where pages notice the difference; the others use page events. */
const gestures: { readonly [Name in keyof PageActions]?: Gesture<Name> } = {
  click,
  drag,
  fill,
  hover,
  pressKey,
  // By the page, but in a tab that draws: pages that load as they scroll notice it with a frame.
  scroll: ({ place, dom }, args) => dom.perform(place, 'scroll', args),
  type,
  upload: answerChooser,
  wheel,
};

const DECLINED = 'Done without the debugger, which was cancelled in the browser: some pages ignore such input.';

export function debuggerDriver(options: DriverOptions): Driver | undefined {
  const { clock, sessions, settings, pages, documents, hooks, agentSession, signal } = options;
  if (sessions === undefined || settings.isQuiet) return undefined;
  const dom = domDriver(options);
  const delay = (delayMs: number) => pause(clock, delayMs, signal);
  return {
    chooserIn(tabId) {
      const chooser = sessions.chooserIn(tabId);
      return chooser && { multiple: chooser.multiple };
    },
    watch: ({ tabId }, name) => (name === 'type' ? documents.watch(tabId) : undefined),
    async perform(place, name, args, course = {}) {
      const { tabId } = place;
      // A file input in the page gets its files there; the one that the page opened last may not be in the page.
      const isField = name === 'upload' && 'ref' in args && args.ref !== undefined;
      if (name !== 'upload' || isField) sessions.forgetChooser(tabId);
      const gesture = isField ? undefined : gestures[name];
      if (gesture === undefined) return dom.perform(place, name, args);
      if (sessions.isDeclined(agentSession)) return { ...(await dom.perform(place, name, args)), note: DECLINED };
      let isOver = false;
      const done = sessions.run({ tabId, agentSession, signal }, async (command) => {
        const times = { pause: delay, now: () => clock.now(), isOver: () => isOver };
        const action = { command, place, sessions, pages, documents, hooks, dom, ...times, course };
        const isText = name === 'type' && course.finish !== undefined;
        const work = draw(sessions.drawing, tabId, { command, isText }, () => gesture(action, args));
        return sessions.unlessDialogOpens(tabId, work).catch((error: unknown) => {
          if (sessions.openIn(tabId) === undefined) throw error;
          // The action is done and has opened a dialog, which the reply reports.
          return { target: 'it', pageVisible: true, willNavigate: false, trusted: true };
        });
      });
      return done.finally(() => {
        isOver = true;
      });
    },
  };
}

/** A text between two steps of a batch is over at once in most pages. */
function draw(
  drawing: Drawing,
  tabId: number,
  { command, isText }: { readonly command: Command; readonly isText: boolean },
  work: () => Promise<Performed>,
) {
  if (!isText) return drawing.during(tabId, command, work);
  return drawing.ifNeeded(tabId, command, work, ({ ending }) => ending === undefined);
}
