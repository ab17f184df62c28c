// Chromium's debugger on tabs of agents: attached when first needed, one piece of work at a time, detached when the session
// has been idle. When the user cancels it on the browser's bar, that session works without it from then on.
import { type Clock, isRecord, limits } from '@sallyport/protocol';
import { whenAborted } from '../base/abort.ts';
import { pause } from '../base/clock.ts';
import type { Point } from '../base/page-calls.ts';
import type { BrowserApi } from '../base/platform.ts';
import { type Dialog, type DialogAnswer, type Dialogs, dialogOpen } from '../in-page/dialogs.ts';
import { isDetachedMeanwhile, notAttached, notCarriedOut } from './debugger-errors.ts';
import { Drawing } from './drawing.ts';

export type DebuggerApi = BrowserApi['debugger'];

/** Sends one command and returns its result. */
export type Command = (method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;

interface Session {
  readonly tabId: number;
  readonly agentSession: string;
  dialog: Dialog | undefined;
  /** The last one that the page wanted to show since the action began. */
  chooser: OpenedChooser | undefined;
  /** Called for every event. */
  readonly listeners: Set<(method: string, params: unknown) => void>;
  /** Called once a dialog is open. */
  readonly onDialogOpen: Set<(dialog: Dialog) => void>;
  /** Resolves with the browser's reason. */
  readonly detached: PromiseWithResolvers<string>;
  cancelIdle: () => void;
}

/** A file picker that was kept closed. */
export interface OpenedChooser {
  readonly multiple: boolean;
  /** The file input, which may not be in the page. */
  readonly backendNodeId: number;
}

export interface SessionOptions {
  readonly api: DebuggerApi;
  readonly clock: Clock;
  /** Once after each attach, before anything else. */
  readonly prepare: (tabId: number, command: Command) => Promise<void>;
}

const PROTOCOL_VERSION = '1.3';
const TAB_CLOSED = 'target_closed';
/** How long after an action its events may still come. */
const LATE_EVENT_MS = 300;
/** More detaches than this count as a refusal. */
const UNEXPECTED_DETACHES_MAX = 1;

export class DebuggerSessions implements Dialogs {
  readonly drawing: Drawing;
  /** By tab, where the pointer is, and whether it came from the left (1), from the right (-1) or neither. */
  readonly pointers = new Map<number, Point & { readonly way: number }>();
  readonly #options: SessionOptions;
  readonly #sessions = new Map<number, Session>();
  readonly #lanes = new Map<number, Promise<unknown>>();
  readonly #unexpectedDetaches = new Map<string, number>();
  readonly #declined = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.drawing = new Drawing(options.clock);
    options.api.onDetach.addListener(({ tabId }, reason) => this.#onDetach(tabId, reason));
    options.api.onEvent.addListener(({ tabId }, method, params) => this.#onEvent(tabId, method, params));
  }

  /** Whether the user, or another debugger, has taken it away from this session. */
  isDeclined(agentSession: string): boolean {
    return this.#declined.has(agentSession);
  }

  isAttached(tabId: number): boolean {
    return this.#sessions.has(tabId);
  }

  openIn(tabId: number): Dialog | undefined {
    return this.#sessions.get(tabId)?.dialog;
  }

  chooserIn(tabId: number): OpenedChooser | undefined {
    return this.#sessions.get(tabId)?.chooser;
  }

  forgetChooser(tabId: number): void {
    const session = this.#sessions.get(tabId);
    if (session !== undefined) session.chooser = undefined;
  }

  /** The params of the last such event during the work or shortly after; undefined without one. */
  async eventDuring(
    tabId: number,
    name: string,
    work: () => Promise<void>,
    isWanted: (params: unknown) => boolean = () => true,
  ): Promise<unknown> {
    let received: unknown;
    const seen = Promise.withResolvers<void>();
    const stop = this.listen(tabId, name, (params) => {
      if (!isWanted(params)) return;
      received = params;
      seen.resolve();
    });
    try {
      await work();
      const late = pause(this.#options.clock, LATE_EVENT_MS, new AbortController().signal);
      await Promise.race([seen.promise, late]);
      return received;
    } finally {
      stop();
    }
  }

  /** Until the returned function is called. */
  listen(tabId: number, name: string, onParams: (params: unknown) => void): () => void {
    const listeners = this.#sessions.get(tabId)?.listeners;
    const listener = (method: string, params: unknown) => {
      if (method === name) onParams(params);
    };
    listeners?.add(listener);
    return () => listeners?.delete(listener);
  }

  async unlessDialogOpens<Result>(tabId: number, work: Promise<Result>): Promise<Result> {
    const session = this.#sessions.get(tabId);
    if (session === undefined) return work;
    if (session.dialog !== undefined) throw dialogOpen(session.dialog);
    let stop = () => {};
    const held = new Promise<never>((_, reject) => {
      const onDialog = (dialog: Dialog) => reject(dialogOpen(dialog));
      session.onDialogOpen.add(onDialog);
      stop = () => session.onDialogOpen.delete(onDialog);
    });
    return Promise.race([work, held]).finally(stop);
  }

  /** The session made a call: its debuggers stay attached for a while. */
  touch(agentSession: string): void {
    for (const session of this.#sessions.values()) if (session.agentSession === agentSession) this.#rearm(session);
  }

  /** Ends with the signal even if the browser does not answer. Work on one tab runs in order. */
  run<Result>(
    {
      tabId,
      agentSession,
      signal,
    }: { readonly tabId: number; readonly agentSession: string; readonly signal: AbortSignal },
    work: (command: Command) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#lanes.get(tabId) ?? Promise.resolve();
    const mine = before
      .catch(() => {})
      .then(async () => {
        signal.throwIfAborted();
        const isNew = await this.#attach(tabId, agentSession);
        // The tab may have gone back to the user meanwhile, when there was nothing to detach yet.
        if (isNew && signal.aborted) await this.detach(tabId);
        signal.throwIfAborted();
        return Promise.race([work(this.#commandFor(tabId)), whenAborted(signal)]);
      });
    this.#lanes.set(tabId, mine);
    const forget = () => {
      if (this.#lanes.get(tabId) === mine) this.#lanes.delete(tabId);
    };
    mine.then(forget, forget);
    return mine;
  }

  /** Not queued: the queued work is waiting for this answer. */
  async answer(tabId: number, { accept, text }: DialogAnswer): Promise<Dialog | 'none'> {
    const dialog = this.openIn(tabId);
    if (dialog === undefined) return 'none';
    const prompt = text === undefined ? {} : { promptText: text };
    await this.#commandFor(tabId)('Page.handleJavaScriptDialog', { accept, ...prompt });
    return dialog;
  }

  async detach(tabId: number): Promise<void> {
    const session = this.#sessions.get(tabId);
    if (session === undefined) return;
    this.#drop(session);
    // Closing the tab, or Cancel on the bar, may have detached it.
    await this.#options.api.detach({ tabId }).catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((tabId) => this.detach(tabId)));
  }

  /** Whether it was not attached before. */
  async #attach(tabId: number, agentSession: string): Promise<boolean> {
    const known = this.#sessions.get(tabId);
    if (known !== undefined) {
      this.#rearm(known);
      return false;
    }
    await this.#options.api.attach({ tabId }, PROTOCOL_VERSION).catch((cause: unknown) => {
      throw notAttached(cause);
    });
    const session: Session = {
      tabId,
      agentSession,
      dialog: undefined,
      chooser: undefined,
      listeners: new Set(),
      onDialogOpen: new Set(),
      detached: Promise.withResolvers(),
      cancelIdle: () => {},
    };
    this.#sessions.set(tabId, session);
    this.#rearm(session);
    try {
      await this.#options.prepare(tabId, this.#commandFor(tabId));
    } catch (cause) {
      await this.detach(tabId);
      throw notAttached(cause);
    }
    return true;
  }

  #commandFor(tabId: number): Command {
    const session = this.#sessions.get(tabId);
    let isOver = false;
    return async (method, params) => {
      const isInput = method.startsWith('Input.dispatch');
      if (isOver && isInput) return {};
      try {
        const result = await this.#options.api.sendCommand({ tabId }, method, params);
        return isRecord(result) ? result : {};
      } catch (cause) {
        // The page received the input and closed its tab: the action is done, and the rest of it has no target.
        isOver = isInput && isDetachedMeanwhile(cause) && (await this.#isClosed(session));
        if (isOver) return {};
        throw notCarriedOut(method, cause);
      }
    };
  }

  /** Commands fail before the browser says why it detached. */
  async #isClosed(session: Session | undefined): Promise<boolean> {
    const late = pause(this.#options.clock, LATE_EVENT_MS, new AbortController().signal);
    return (await Promise.race([session?.detached.promise, late])) === TAB_CLOSED;
  }

  #rearm(session: Session): void {
    session.cancelIdle();
    const detach = () => {
      this.detach(session.tabId).catch(() => {});
    };
    session.cancelIdle = this.#options.clock.after(limits.extension.debuggerIdleMs, detach);
  }

  #onDetach(tabId: number | undefined, reason: string): void {
    const session = tabId === undefined ? undefined : this.#sessions.get(tabId);
    if (session === undefined) return;
    this.#drop(session);
    session.detached.resolve(reason);
    if (reason === 'canceled_by_user') this.#declined.add(session.agentSession);
    if (reason === 'canceled_by_user' || reason === TAB_CLOSED) return;
    const detaches = (this.#unexpectedDetaches.get(session.agentSession) ?? 0) + 1;
    this.#unexpectedDetaches.set(session.agentSession, detaches);
    if (detaches > UNEXPECTED_DETACHES_MAX) this.#declined.add(session.agentSession);
  }

  #drop(session: Session): void {
    session.cancelIdle();
    this.drawing.forget(session.tabId);
    this.pointers.delete(session.tabId);
    this.#sessions.delete(session.tabId);
  }

  #onEvent(tabId: number | undefined, method: string, params: unknown): void {
    const session = tabId === undefined ? undefined : this.#sessions.get(tabId);
    if (session === undefined) return;
    for (const listen of [...session.listeners]) listen(method, params);
    const { type, message, url, mode, backendNodeId } = isRecord(params) ? params : {};
    if (method === 'Page.javascriptDialogClosed') session.dialog = undefined;
    if (method === 'Page.fileChooserOpened' && typeof backendNodeId === 'number') {
      session.chooser = { multiple: mode === 'selectMultiple', backendNodeId };
    }
    if (method !== 'Page.javascriptDialogOpening') return;
    const place = typeof url === 'string' ? { url } : {};
    const dialog = { type: String(type), message: String(message), ...place };
    session.dialog = dialog;
    for (const tell of [...session.onDialogOpen]) tell(dialog);
  }
}
