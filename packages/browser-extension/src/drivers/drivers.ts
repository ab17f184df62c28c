// The drivers of this browser: Chromium's debugger and the page's own events, or those events alone.

import type { Clock } from '@sallyport/protocol';
import { pause } from '../base/clock.ts';
import { injectInAll } from '../base/injection.ts';
import { type BrowserApi, debuggerOf, ownUserAgent } from '../base/platform.ts';
import type { Settings } from '../base/settings.ts';
import { type Dialog, type DialogAnswer, DialogGuard, type Dialogs } from '../in-page/dialogs.ts';
import type { PageWorld } from '../in-page/page-world.ts';
import { type Capture, createCapture } from './capture.ts';
import { debuggerDriver } from './debugger-driver.ts';
import { createPdfPrinter, type PrintPdf } from './debugger-pdf.ts';
import { type Command, DebuggerSessions } from './debugger-session.ts';
import { domDriver } from './dom-driver.ts';
import type { Driver, DriverOptions, OpenDriver } from './driver.ts';
import { Emulation } from './emulation.ts';
import { ResponseBodies } from './response-bodies.ts';

export interface Drivers {
  readonly dialogs: Dialogs;
  readonly guard: DialogGuard;
  readonly sessions: DebuggerSessions | undefined;
  /** Whether this session may use the debugger: the user has neither switched it off nor cancelled it. */
  mayDebug(agentSession: string): boolean;
  readonly capture: Capture;
  readonly printPdf: PrintPdf;
  readonly emulation: Emulation;
  readonly responses: ResponseBodies;
}

export interface DriversOptions {
  readonly api: BrowserApi;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly world: PageWorld;
}

/** The first frames of a hidden page come late; they are not awaited longer than this. */
const FIRST_FRAMES_MS = 500;

export function createDrivers({ api, clock, settings, world }: DriversOptions): Drivers {
  const guard = new DialogGuard(world);
  const debuggerApi = debuggerOf(api);

  /** With emulated focus a hidden page runs like a visible one; after it has drawn twice, input reaches all frames. */
  async function prepare(tabId: number, command: Command): Promise<void> {
    await command('Page.enable');
    // The file picker would open in front of the user; the reply mentions it instead.
    await command('Page.setInterceptFileChooserDialog', { enabled: true });
    await command('Emulation.setFocusEmulationEnabled', { enabled: true });
    const drawn = injectInAll(api, tabId, twoFrames, []);
    await emulation.attached(tabId, command);
    await responses.attached(tabId, command);
    await Promise.race([drawn, pause(clock, FIRST_FRAMES_MS, new AbortController().signal)]);
  }

  const sessions = debuggerApi && new DebuggerSessions({ api: debuggerApi, clock, prepare });
  const mayDebug = (agentSession: string) =>
    sessions !== undefined && !settings.isQuiet && !sessions.isDeclined(agentSession);
  const dialogs = sessions ?? guardedDialogs(guard);
  const emulation: Emulation = new Emulation({ sessions, mayDebug, userAgent: ownUserAgent() });
  const responses: ResponseBodies = new ResponseBodies({ sessions, mayDebug });
  const capture = createCapture({ api, sessions, mayDebug, emulatedRatio: (tabId) => emulation.ratioOf(tabId) });
  return {
    guard,
    sessions,
    dialogs,
    mayDebug,
    emulation,
    responses,
    capture,
    printPdf: createPdfPrinter({ clock, sessions, mayDebug }),
  };
}

/** Answers the dialog that is open, or keeps the answer for the next action where the guard answers. */
export async function answerDialog(
  { dialogs, guard, mayDebug }: Drivers,
  { tabId, agentSession }: { readonly tabId: number; readonly agentSession: string },
  answer: DialogAnswer,
): Promise<Dialog | 'next' | 'none'> {
  if (mayDebug(agentSession) || dialogs.openIn(tabId) !== undefined) return dialogs.answer(tabId, answer);
  guard.prepare(tabId, answer);
  return 'next';
}

/** In order of preference. Page events, which work everywhere, come last. */
const preferred: readonly OpenDriver[] = [debuggerDriver];

export function driverFor(options: DriverOptions): Driver {
  for (const open of preferred) {
    const driver = open(options);
    if (driver !== undefined) return driver;
  }
  return domDriver(options);
}

/** No dialog ever blocks, since the guard answers it. */
function guardedDialogs(guard: DialogGuard): Dialogs {
  return {
    openIn: () => undefined,
    unlessDialogOpens: (_tabId, work) => work,
    answer: async (tabId, answer) => {
      guard.prepare(tabId, answer);
      return 'next';
    },
  };
}

/** Injected as source text: it cannot use anything from this file. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
