// Dialogs of pages (alert, confirm, prompt), which block the page until they are answered.
import { BoundedMap, SallyportError } from '@sallyport/protocol';
import type { Place } from '../base/facts.ts';
import { dialogsKind } from '../base/hook-kinds.ts';
import { siteOf } from '../base/sites.ts';
import type { Hook, PageWorld } from './page-world.ts';

export interface Dialog {
  /** alert, confirm, prompt or beforeunload. */
  readonly type: string;
  readonly message: string;
  /** Of the document that opened it, where the browser reports it. */
  readonly url?: string;
}

export interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string | undefined;
}

export interface Dialogs {
  /** The dialog that blocks the tab now. */
  openIn(tabId: number): Dialog | undefined;
  /** Rejects with `dialogOpen` as soon as a dialog blocks the tab. */
  unlessDialogOpens<Result>(tabId: number, work: Promise<Result>): Promise<Result>;
  /** `next`: none is open, and the answer is kept for the next action. */
  answer(tabId: number, answer: DialogAnswer): Promise<Dialog | 'next' | 'none'>;
}

export function dialogOpen({ type, message, url = '' }: Dialog): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The page waits for an answer to its ${type}.`, {
    reason: 'DIALOG_OPEN',
    hint: 'Answer it with handle_dialog first.',
    data: { dialog: type },
    foreign: [{ text: message.slice(0, 300), origin: siteOf(url) }],
  });
}

const types: readonly (string | undefined)[] = ['alert', 'confirm', 'prompt'];
const DIALOGS_MAX = 20;
const MESSAGE_CHARS = 1_000;
/** Tabs with an answer for their next action; one that is closed before it keeps its entry. */
const PREPARED_MAX = 100;

/** Without a debugger, dialogs during an action are answered at once by hooks in the page. */
export class DialogGuard {
  readonly #world: PageWorld;
  readonly #next = new BoundedMap<number, DialogAnswer>(PREPARED_MAX);

  constructor(world: PageWorld) {
    this.#world = world;
  }

  /** For the next action on this tab; without it dialogs are dismissed. */
  prepare(tabId: number, answer: DialogAnswer): void {
    this.#next.set(tabId, answer);
  }

  async begin(place: Place): Promise<void> {
    const { accept = false, text = '' } = this.#next.get(place.tabId) ?? {};
    this.#next.delete(place.tabId);
    await this.#world.hook(place, dialogsKind, install, { accept, text }, DIALOGS_MAX, MESSAGE_CHARS);
  }

  /** The dialogs that were answered; of many, the first ones. */
  async end(place: Place): Promise<Dialog[]> {
    return readDialogs(await this.#world.report(place, dialogsKind, 'end'));
  }
}

export function readDialogs(items: readonly string[]): Dialog[] {
  return items.slice(0, 2 * DIALOGS_MAX).flatMap((message, at) => {
    const type = items[at - 1];
    return at % 2 === 0 || type === undefined || !types.includes(type)
      ? []
      : [{ type, message: message.slice(0, MESSAGE_CHARS) }];
  });
}

/** Injected as source text: it cannot use anything from this file. */
function install(
  name: string,
  { accept, text }: { readonly accept: boolean; readonly text: string },
  max: number,
  chars: number,
): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return;
  const { alert, confirm, prompt } = window;
  const seen: string[] = [];
  const note = (type: string, message: unknown) => {
    if (seen.length < 2 * max)
      seen.push(
        type,
        String(message ?? '')
          .slice(0, chars)
          .split('\0')
          .join(' '),
      );
  };
  window.alert = (message?: unknown) => note('alert', message);
  window.confirm = (message?: string) => {
    note('confirm', message);
    return accept;
  };
  window.prompt = (message?: string) => {
    note('prompt', message);
    return accept ? text : null;
  };
  const hook: Hook = (verb) => {
    if (verb === 'read') return seen.join('\0');
    Object.assign(window, { alert, confirm, prompt });
    delete page[name];
    return seen.join('\0');
  };
  Object.defineProperty(window, name, { value: hook, configurable: true });
}
