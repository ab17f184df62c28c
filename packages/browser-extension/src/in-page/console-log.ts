// Records what a page writes to its console and the errors it does not catch, from the start of each document in agents' tabs.
import type { Place } from '../base/facts.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Hook, PageWorld } from './page-world.ts';

export const consoleLevels = ['error', 'warning', 'info', 'debug'] as const;

export type ConsoleLevel = (typeof consoleLevels)[number];

/** All of it is page text: a page can find the hook and write whatever it likes. */
export interface ConsoleMessage {
  /** Counts up within a tab. */
  readonly id: number;
  readonly level: ConsoleLevel;
  readonly text: string;
  /** Where it came from, innermost call first. */
  readonly stack: string;
  /** How often it came. */
  readonly count: number;
}

const KIND = 'console';
/** Different messages that are kept of a document; the oldest is dropped. */
const KEPT_MAX = 200;
const TEXT_CHARS = 500;
const STACK_CHARS = 600;
/** Below what a hook may report, with room for the fields between the texts. */
const REPORT_CHARS = 28_000;
/** Ids of one document; those of the next one are higher. */
const IDS_PER_DOCUMENT = 1_000_000;

export interface RecordedConsole {
  readonly messages: readonly ConsoleMessage[];
  /** Messages that were dropped to make room. */
  readonly dropped: number;
}

export class ConsoleLog {
  readonly #world: PageWorld;
  /** By tab, how many of its documents were recorded. */
  readonly #documents = new Map<number, number>();

  constructor(world: PageWorld) {
    this.#world = world;
  }

  /** Forgets tabs that are closed. */
  follow(api: BrowserApi): void {
    api.tabs.onRemoved.addListener((tabId) => void this.#documents.delete(tabId));
  }

  /** Where recording has not begun with the document. Never rejects. */
  async record(tabId: number): Promise<void> {
    const place: Place = { tabId, frameId: 0 };
    await this.#world.enter(place);
    const name = this.#world.nameOf(place);
    if (name !== undefined) await this.begin(place, name);
  }

  /**
   * In a document whose hooks have this name; does nothing where it is recorded already. What a page writes before the hook is
   * there is missed. Never rejects.
   */
  async begin(place: Place, name: string): Promise<void> {
    const documents = (this.#documents.get(place.tabId) ?? 0) + 1;
    this.#documents.set(place.tabId, documents);
    const firstId = documents * IDS_PER_DOCUMENT;
    await this.#world
      .hookAs(name, place, KIND, install, firstId, KEPT_MAX, TEXT_CHARS, STACK_CHARS, REPORT_CHARS)
      .catch(() => {});
  }

  /** Nothing of a document of another site than this. */
  async read(tabId: number, site: string | undefined): Promise<RecordedConsole> {
    const [dropped = '', ...items] = await this.#world.report({ tabId, frameId: 0 }, KIND, 'read', site);
    return { dropped: countOf(dropped), messages: items.flatMap((item) => parse(item) ?? []) };
  }
}

function countOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : 0;
}

function parse(item: string): ConsoleMessage | undefined {
  const [id, wanted, count, text = '', stack = ''] = item.split('\u0001');
  const level = consoleLevels.find((known) => known === wanted);
  if (level === undefined || countOf(id) === 0) return undefined;
  return {
    id: countOf(id),
    level,
    count: Math.max(1, countOf(count)),
    text: text.slice(0, TEXT_CHARS),
    stack: stack.slice(0, STACK_CHARS),
  };
}

/** Injected as source text: it cannot use anything from this file. */
function install(
  name: string,
  firstId: number,
  keptMax: number,
  textChars: number,
  stackChars: number,
  reportChars: number,
): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return;
  interface Kept {
    id: number;
    readonly level: string;
    readonly text: string;
    readonly stack: string;
    count: number;
  }
  const kept = new Map<string, Kept>();
  let nextId = firstId;
  let dropped = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate the fields of a report.
  const clean = (text: string, chars: number) => text.slice(0, chars).replace(/[\u0000\u0001]/g, ' ');

  // A position that is cut off would be another one.
  const wholeLines = (stack: string) =>
    stack.length <= stackChars ? stack : stack.slice(0, Math.max(0, stack.lastIndexOf('\n', stackChars)));
  const note = (level: string, given: string, rawStack: string) => {
    const text = clean(given, textChars);
    const stack = clean(wholeLines(rawStack), stackChars);
    const key = `${level}\n${text}\n${stack}`;
    const known = kept.get(key);
    kept.delete(key);
    nextId += 1;
    kept.set(key, { id: nextId, level, text, stack, count: (known?.count ?? 0) + 1 });
    if (kept.size <= keptMax) return;
    const [oldest = ''] = kept.keys();
    kept.delete(oldest);
    dropped += 1;
  };
  const textOf = (value: unknown): string => {
    try {
      if (value instanceof Error) return String(value);
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
    } catch {
      return 'something that cannot be shown';
    }
  };
  const stackOf = (value: unknown): string => {
    const stack: unknown = value instanceof Error ? value.stack : undefined;
    if (typeof stack !== 'string') return '';
    // Chromium repeats the message before the calls.
    const lines = stack.split('\n').filter((line) => /^\s*at |@/.test(line));
    return lines.map((line) => line.trim()).join('\n');
  };
  const originals = console as unknown as Record<string, (...args: unknown[]) => void>;
  const watched = { error: 'error', warn: 'warning', info: 'info', log: 'info', debug: 'debug' };
  for (const [method, level] of Object.entries(watched)) {
    const write = originals[method];
    if (typeof write !== 'function') continue;
    originals[method] = (...args: unknown[]) => {
      try {
        const thrown = args.find((arg) => arg instanceof Error);
        const isSerious = level === 'error' || level === 'warning';
        // The first call is this function.
        const stack = thrown === undefined && isSerious ? stackOf(new Error()).split('\n').slice(1, 5).join('\n') : '';
        note(level, args.slice(0, 20).map(textOf).join(' '), thrown === undefined ? stack : stackOf(thrown));
      } catch {
        // The page must not notice.
      }
      write.apply(console, args);
    };
  }
  window.addEventListener('error', ({ message, error, filename, lineno, colno }) => {
    // An image or script that does not load has no message.
    if (typeof message !== 'string' || message === '') return;
    const stack = stackOf(error);
    note('error', `Uncaught ${textOf(error ?? message)}`, stack === '' ? `${filename}:${lineno}:${colno}` : stack);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    note('error', `Unhandled rejection: ${textOf(reason)}`, stackOf(reason));
  });
  const hook: Hook = () => {
    const items: string[] = [];
    let chars = 0;
    // The newest first, as many as fit.
    for (const { id, level, count, text, stack } of [...kept.values()].reverse()) {
      const item = [id, level, count, text, stack].join('\u0001');
      chars += item.length + 1;
      if (chars > reportChars) break;
      items.push(item);
    }
    return [dropped, ...items.reverse()].join('\0');
  };
  Object.defineProperty(window, name, { value: hook });
}
