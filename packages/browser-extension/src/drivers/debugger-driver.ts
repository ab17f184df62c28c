// Input through Chromium's debugger: the browser makes the events, so pages take them for a person's.
import type { PageActions } from '../base/page-calls.ts';
import type { DebuggerAction } from './debugger-action.ts';
import { fill, pressKey, type } from './debugger-fields.ts';
import { click, drag, hover } from './debugger-pointer.ts';
import { answerChooser } from './debugger-upload.ts';
import { domDriver } from './dom-driver.ts';
import { drawing } from './drawing.ts';
import type { ActionArgs, Driver, DriverOptions, Performed } from './driver.ts';

type Gesture<Name extends keyof PageActions> = (action: DebuggerAction, args: ActionArgs<Name>) => Promise<Performed>;

/** What pages could tell from a person's; the rest is left to the page's own events. */
const gestures: { readonly [Name in keyof PageActions]?: Gesture<Name> } = {
  click,
  drag,
  fill,
  hover,
  pressKey,
  type,
  upload: answerChooser,
};

const DECLINED =
  'Done without the debugger, since it was cancelled in the browser: some pages take this for no real input.';

export function debuggerDriver(options: DriverOptions): Driver | undefined {
  const { sessions, settings, pages, documents, agentSession, signal } = options;
  if (sessions === undefined || settings.isQuiet) return undefined;
  const dom = domDriver(options);
  return {
    chooserIn(tabId) {
      const chooser = sessions.chooserIn(tabId);
      return chooser && { multiple: chooser.multiple };
    },
    async perform(place, name, args) {
      const { tabId } = place;
      // A field in the page gets its files there; what the page asked with may stand nowhere in it.
      const isField = name === 'upload' && 'ref' in args && args.ref !== undefined;
      if (name !== 'upload' || isField) sessions.forgetChooser(tabId);
      const gesture = isField ? undefined : gestures[name];
      if (gesture === undefined) return dom.perform(place, name, args);
      if (sessions.isDeclined(agentSession)) return { ...(await dom.perform(place, name, args)), note: DECLINED };
      return sessions.run({ tabId, agentSession, signal }, async (command) => {
        const action = { command, place, sessions, pages, documents, dom };
        const work = drawing(command, () => gesture(action, args));
        return sessions.unlessHeld(tabId, work).catch((error: unknown) => {
          if (sessions.openIn(tabId) === undefined) throw error;
          // The action is done; the page waits for an answer, and the agent is told so.
          return { target: 'it', pageVisible: true, leads: false, trusted: true };
        });
      });
    },
  };
}
