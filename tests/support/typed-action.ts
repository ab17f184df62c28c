// One typed text as an action, with stubs of all that it asks.
import { systemClock } from '@sallyport/protocol';
import { type ActionOptions, performAction } from '../../packages/browser-extension/src/actions/perform-action.ts';
import { StepTurns } from '../../packages/browser-extension/src/actions/step-turns.ts';
import type { Outcome } from '../../packages/browser-extension/src/base/facts.ts';
import type { Performed } from '../../packages/browser-extension/src/drivers/driver.ts';

export const tab = { tabId: 7, url: 'https://shop.example/', title: '' };
const event = { addListener: () => {}, removeListener: () => {} };
export const events = new Proxy({}, { get: () => event });

/** Events of which tests make some happen. */
export function eventsByName() {
  const listeners = new Map<string, ((details: object) => void)[]>();
  const named = (name: string) => ({
    addListener: (listener: (details: object) => void) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    removeListener: () => {},
  });
  return {
    events: new Proxy({}, { get: (_, name) => named(String(name)) }),
    happen(name: string, details: object) {
      for (const listener of listeners.get(name) ?? []) listener(details);
    },
  };
}

/** Of a text that the driver typed so, into a field that holds something else afterwards. */
export async function typed(
  performed: Partial<Performed>,
  told: Readonly<Record<string, unknown>> = {},
  hasTakenSecret = false,
  more: Readonly<Record<string, unknown>> = {},
  asked: string[] = [],
): Promise<Outcome> {
  const answers: Readonly<Record<string, unknown>> = {
    prepare: { changed: [], hookName: 'h', hasHooks: true },
    activity: { idleMs: 500, changedAt: 0, hasUntracked: false },
    finish: { evidence: { changes: [] }, contents: ['other'], hooks: {} },
    ...told,
  };
  const result = { target: 'textbox "City"', pageVisible: true, willNavigate: false, trusted: true, ...performed };
  const options = {
    api: { webNavigation: events, webRequest: events, tabs: events, downloads: events },
    clock: systemClock,
    tabId: tab.tabId,
    signal: new AbortController().signal,
    pages: {
      placeOf: async () => ({ tabId: tab.tabId, frameId: 0 }),
      admit: async () => undefined,
      call: async (_: unknown, name: string) => {
        asked.push(name);
        return answers[name];
      },
    },
    tabs: { facts: async () => tab },
    driver: { chooserIn: () => undefined, perform: async () => result },
    dialogs: { openIn: () => undefined },
    hooks: {
      ...{
        freshName: () => 'h',
        begun: () => {},
        toEnd: () => [],
        ended: () => ({ errors: [], dialogs: [] }),
        end: async () => ({ errors: [], dialogs: [] }),
      },
      pending: async () => ({ timers: 0, ownFrames: 0, downloads: 0, knownUntil: 0 }),
    },
    traffic: { logged: () => [], eventsOf: () => events },
    choosers: new Map(),
    mayRead: () => true,
    secretsIn: { isTouched: async () => hasTakenSecret },
    call: { callId: 'c1' },
    turns: new StepTurns(systemClock),
    ...more,
  };
  // What an action uses of them, and no more.
  const action = options as unknown as ActionOptions;
  return performAction(action, 'type', { ref: 'e1', text: 'Bergen', append: false, submit: false });
}
