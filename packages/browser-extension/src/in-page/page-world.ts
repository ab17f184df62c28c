// Installs hooks in the page's own world and reads their reports. The page shares that world and can find, replace and forge
// anything there, so a report is only a text of bounded length until each item is checked.
import { limits } from '@sallyport/protocol';
import { type Place, placeKey } from '../base/facts.ts';
import { inject } from '../base/injection.ts';
import type { BrowserApi } from '../base/platform.ts';

/** Answers each of its verbs with items separated by `\0`. */
export type Hook = (verb: string) => string;

const PLACES_MAX = 1_000;

export class PageWorld {
  readonly #api: BrowserApi;
  /** The name of each document's hooks. */
  readonly #names = new Map<string, string>();

  constructor(api: BrowserApi) {
    this.#api = api;
  }

  /**
   * To be called before hooks are installed in a document. Their name is random and lasts as long as the document, whose
   * isolated world keeps it out of the page's reach. Never rejects.
   */
  async enter(place: Place, fresh = this.freshName()): Promise<void> {
    const before = this.nameOf(place);
    const name = await inject(this.#api, place, nameHere, [fresh]).catch(() => undefined);
    if (typeof name === 'string') this.noteName(place, name);
    // Another document may have come, and told its name.
    else if (this.nameOf(place) === before) this.#names.delete(placeKey(place));
  }

  /** Whether hooks can be installed in this document. */
  isEntered(place: Place): boolean {
    return this.nameOf(place) !== undefined;
  }

  nameOf(place: Place): string | undefined {
    return this.#names.get(placeKey(place));
  }

  /** A name for the hooks of a document that has none. */
  freshName(): string {
    return crypto.randomUUID();
  }

  /** The document has told the name of its hooks. */
  noteName(place: Place, name: string): void {
    if (this.#names.size >= PLACES_MAX) this.#names.clear();
    this.#names.set(placeKey(place), name);
  }

  /** Injects `install` as source text: it cannot use anything from its file. Its first argument is the hook's name. */
  async hook<Args extends unknown[]>(
    place: Place,
    kind: string,
    install: (name: string, ...args: Args) => void,
    ...args: Args
  ): Promise<void> {
    const name = this.nameOf(place);
    if (name !== undefined) await this.hookAs(name, place, kind, install, ...args);
  }

  /** The same under the name that the document is about to get. */
  async hookAs<Args extends unknown[]>(
    name: string,
    place: Place,
    kind: string,
    install: (name: string, ...args: Args) => void,
    ...args: Args
  ): Promise<void> {
    await inject(this.#api, place, install, [`${name}-${kind}`, ...args], 'MAIN');
  }

  /** The hook's report; empty without a hook, when the page has navigated, and from another site than this. Never rejects. */
  async report(place: Place, kind: string, verb: string, site?: string): Promise<readonly string[]> {
    const name = this.nameOf(place);
    if (name === undefined) return [];
    const args: Parameters<typeof askHook> = [`${name}-${kind}`, verb, limits.page.reportMaxChars, site ?? null];
    return readReport(await inject(this.#api, place, askHook, args, 'MAIN').catch(() => ''));
  }
}

/** The items of a report, unchecked. */
export function readReport(result: unknown): readonly string[] {
  return typeof result === 'string' && result !== '' && result.length <= limits.page.reportMaxChars
    ? result.split('\0')
    : [];
}

/** A count; 0 for an item that is not a count. */
export function countIn(item: string | undefined): number {
  return item !== undefined && /^\d{1,6}$/.test(item) ? Number(item) : 0;
}

/** A time of the page in milliseconds; 0 for an item that is not one. */
export function timeIn(item: string | undefined): number {
  return item !== undefined && /^\d{1,12}$/.test(item) ? Number(item) : 0;
}

/** Injected as source text: it cannot use anything from this file. */
function nameHere(fresh: string): string {
  const world = globalThis as { sallyportHooks?: string };
  world.sallyportHooks ??= fresh;
  return world.sallyportHooks;
}

/** The same. Only operators and `location`, which no page can override, decide what leaves the page. */
function askHook(name: string, verb: string, maxChars: number, site: string | null): string {
  try {
    if (site !== null && location.origin !== site) return '';
    const hook: unknown = (window as unknown as Record<string, unknown>)[name];
    const report: unknown = typeof hook === 'function' ? hook(verb) : '';
    return typeof report === 'string' && report.length <= maxChars ? report : '';
  } catch {
    return '';
  }
}
