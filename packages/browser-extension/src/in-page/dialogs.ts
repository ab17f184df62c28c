// Dialogs of pages (alert, confirm, prompt), which hold a page until somebody answers: told to agents, never left to hang.
import { SallyportError } from '@sallyport/protocol';
import type { BrowserApi } from '../base/platform.ts';

export interface Dialog {
  /** alert, confirm, prompt or beforeunload. */
  readonly type: string;
  readonly message: string;
  /** Of the document that opened it, where the browser says so. */
  readonly url?: string;
}

export interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string | undefined;
}

export interface Dialogs {
  /** The one that holds the tab now. */
  openIn(tabId: number): Dialog | undefined;
  /** Rejects with `dialogOpen` as soon as one holds the tab. */
  unlessHeld<Result>(tabId: number, work: Promise<Result>): Promise<Result>;
  /** `next`: none is open, and the answer is kept for the act after this. */
  answer(tabId: number, answer: DialogAnswer): Promise<Dialog | 'next' | 'none'>;
}

export function dialogOpen({ type, message }: Dialog): SallyportError {
  const text = JSON.stringify(message.slice(0, 300));
  return new SallyportError('ERR_TOOL_FAILED', `DIALOG_OPEN: The page waits for an answer to its ${type} ${text}.`, {
    hint: 'Answer it with handle_dialog first.',
    data: { dialog: type },
  });
}

/** Where no debugger tells of dialogs, a page gets its answers at once while an agent acts on it. */
export class DialogGuard {
  readonly #api: BrowserApi;
  readonly #next = new Map<number, DialogAnswer>();

  constructor(api: BrowserApi) {
    this.#api = api;
  }

  /** For the next act on this tab; without it every question is declined. */
  prepare(tabId: number, answer: DialogAnswer): void {
    this.#next.set(tabId, answer);
  }

  async begin(tabId: number, frameId: number): Promise<void> {
    const { accept = false, text = '' } = this.#next.get(tabId) ?? {};
    this.#next.delete(tabId);
    const target = { tabId, frameIds: [frameId] };
    await this.#api.scripting.executeScript({
      target,
      world: 'MAIN',
      func: install,
      args: [accept, text],
      injectImmediately: true,
    });
  }

  /** Those that were answered meanwhile. */
  async end(tabId: number, frameId: number): Promise<Dialog[]> {
    const target = { tabId, frameIds: [frameId] };
    const [frame] = await this.#api.scripting.executeScript({
      target,
      world: 'MAIN',
      func: remove,
      injectImmediately: true,
    });
    // What `remove` returns; a page that the act led to has no guard.
    return (frame?.result as Dialog[] | null | undefined) ?? [];
  }
}

interface Guarded {
  [key: symbol]: (() => Dialog[]) | undefined;
}

/** Injected as source text: it may use nothing of this file. */
function install(accept: boolean, text: string): void {
  const key = Symbol.for('dev.sallyport.dialogs');
  const page = window as unknown as Guarded;
  if (page[key] !== undefined) return;
  const { alert, confirm, prompt } = window;
  const seen: { type: string; message: string }[] = [];
  const note = (type: string, message: unknown) => seen.push({ type, message: String(message ?? '') });
  window.alert = (message?: unknown) => void note('alert', message);
  window.confirm = (message?: string) => {
    note('confirm', message);
    return accept;
  };
  window.prompt = (message?: string) => {
    note('prompt', message);
    return accept ? text : null;
  };
  page[key] = () => {
    Object.assign(window, { alert, confirm, prompt });
    delete page[key];
    return seen;
  };
}

/** The same. */
function remove(): { type: string; message: string }[] {
  return (window as unknown as Guarded)[Symbol.for('dev.sallyport.dialogs')]?.() ?? [];
}
