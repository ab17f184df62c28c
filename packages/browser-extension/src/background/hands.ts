// Which hands this browser has: Chromium's debugger beside the page's own events, or those events alone.
import { type Capture, createCapture } from '../drivers/capture.ts';
import { debuggerDriver } from '../drivers/debugger-driver.ts';
import { type Command, DebuggerSessions } from '../drivers/debugger-session.ts';
import { DialogGuard, type Dialogs } from '../drivers/dialogs.ts';
import { type Driver, domDriver } from '../drivers/driver.ts';
import { type BrowserApi, debuggerOf } from '../platform.ts';
import type { Clock } from './clock.ts';
import { pause } from './clock.ts';
import type { Documents } from './documents.ts';
import type { PageCaller } from './page-caller.ts';

export interface Hands {
  readonly dialogs: Dialogs;
  readonly guard: DialogGuard;
  readonly sessions: DebuggerSessions | undefined;
  readonly capture: Capture;
}

/** Frames of hidden pages come late at first; nobody waits longer than this for them. */
const FIRST_FRAMES_MS = 500;

export function createHands({ api, clock }: { readonly api: BrowserApi; readonly clock: Clock }): Hands {
  const guard = new DialogGuard(api);
  const debuggerApi = debuggerOf(api);

  /** With focus emulated a hidden page runs as a shown one; after two of its frames input reaches all of its frames. */
  async function prepare(tabId: number, command: Command): Promise<void> {
    await command('Page.enable');
    await command('Emulation.setFocusEmulationEnabled', { enabled: true });
    const target = { tabId, allFrames: true };
    const drawn = api.scripting.executeScript({ target, func: twoFrames, injectImmediately: true });
    await Promise.race([drawn.catch(() => {}), pause(clock, FIRST_FRAMES_MS, new AbortController().signal)]);
  }

  const sessions = debuggerApi && new DebuggerSessions({ api: debuggerApi, clock, prepare });
  return { guard, sessions, dialogs: sessions ?? guardedDialogs(guard), capture: createCapture({ api, sessions }) };
}

export interface DriverOptions extends Hands {
  readonly pages: PageCaller;
  readonly documents: Documents;
  readonly stay: string;
  readonly signal: AbortSignal;
}

export function driverFor({ guard, sessions, pages, documents, stay, signal }: DriverOptions): Driver {
  const dom = domDriver(pages, guard);
  return sessions === undefined ? dom : debuggerDriver({ sessions, pages, documents, dom, stay, signal });
}

/** Nothing is ever held, since the guard answers. */
function guardedDialogs(guard: DialogGuard): Dialogs {
  return {
    openIn: () => undefined,
    unlessHeld: (_tabId, work) => work,
    answer: async (tabId, answer) => {
      guard.prepare(tabId, answer);
      return 'next';
    },
  };
}

/** Injected as source text: it may use nothing of this file. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
