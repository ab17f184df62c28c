// The one way to put hooks into a page's own world and to read what they report. The page shares that world: it can find,
// replace and forge whatever is there, so a report is a text of bounded length until each item of it was checked.
import { limits } from '@sallyport/protocol';
import { type Place, placeKey } from '../base/facts.ts';
import { inject } from '../base/injection.ts';
import type { BrowserApi } from '../base/platform.ts';

/** What a hook answers to each of its verbs: items with `\0` between them. */
export type Hook = (verb: string) => string;

const PLACES_MAX = 1_000;

export class PageWorld {
  readonly #api: BrowserApi;
  /** What the hooks of a document are called, by its place. */
  readonly #names = new Map<string, string>();

  constructor(api: BrowserApi) {
    this.#api = api;
  }

  /**
   * Before hooks are put into a document. Their name is random, and the same for the life of the document: its isolated
   * world keeps it, where the page does not look. Never rejects.
   */
  async enter(place: Place): Promise<void> {
    const name = await inject(this.#api, place, nameHere, [crypto.randomUUID()]).catch(() => undefined);
    if (this.#names.size >= PLACES_MAX) this.#names.clear();
    if (typeof name === 'string') this.#names.set(placeKey(place), name);
    else this.#names.delete(placeKey(place));
  }

  /** Injects `install` as source text: it may use nothing of its file. Its first argument is where the hook belongs. */
  async hook<Args extends unknown[]>(
    place: Place,
    kind: string,
    install: (name: string, ...args: Args) => void,
    ...args: Args
  ): Promise<void> {
    const name = this.#names.get(placeKey(place));
    if (name !== undefined) await inject(this.#api, place, install, [`${name}-${kind}`, ...args], 'MAIN');
  }

  /** What the hook reports; nothing where there is none, or where the page was left. Never rejects. */
  async report(place: Place, kind: string, verb: string): Promise<readonly string[]> {
    const name = this.#names.get(placeKey(place));
    if (name === undefined) return [];
    const args: [string, string, number] = [`${name}-${kind}`, verb, limits.page.reportMaxChars];
    return readReport(await inject(this.#api, place, askHook, args, 'MAIN').catch(() => ''));
  }
}

/** The items of a report. Whoever knows what they mean checks each. */
export function readReport(result: unknown): readonly string[] {
  return typeof result === 'string' && result !== '' && result.length <= limits.page.reportMaxChars
    ? result.split('\0')
    : [];
}

/** A number of things; none where an item is no such number. */
export function countIn(item: string | undefined): number {
  return item !== undefined && /^\d{1,6}$/.test(item) ? Number(item) : 0;
}

/** Injected as source text: it may use nothing of this file. */
function nameHere(fresh: string): string {
  const world = globalThis as { sallyportHooks?: string };
  world.sallyportHooks ??= fresh;
  return world.sallyportHooks;
}

/** The same. Operators alone, which no page can override, decide what leaves the page. */
function askHook(name: string, verb: string, maxChars: number): string {
  try {
    const hook: unknown = (window as unknown as Record<string, unknown>)[name];
    const report: unknown = typeof hook === 'function' ? hook(verb) : '';
    return typeof report === 'string' && report.length <= maxChars ? report : '';
  } catch {
    return '';
  }
}
