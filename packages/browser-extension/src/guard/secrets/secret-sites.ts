// Which sites took a secret that an agent had typed by name, and on which an agent ran a script: never both, until the browser ends.
import { type Clock, SallyportError } from '@sallyport/protocol';
import * as z from 'zod';
import { type NamedValue, searchFor } from '../../base/secret-texts.ts';
import type { Store } from '../../base/store.ts';

/** Sites and names alone: values are in memory, and what is left after a restart is closed. */
const stored = z.object({
  scripted: z.array(z.string()),
  took: z.array(z.object({ site: z.string(), names: z.array(z.string()) })),
  closed: z.array(z.string()),
  isLocked: z.boolean(),
});

export interface SecretSitesOptions {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  /** A page shows these secrets. */
  readonly onShown: (names: readonly string[]) => void;
}

export interface TakenSecret extends NamedValue {
  readonly name: string;
  readonly tabId: number;
}

interface Held extends Omit<TakenSecret, 'tabId'> {
  readonly tabIds: Set<number>;
  readonly sites: Set<string>;
  readonly endsAt: number;
  readonly isIn: (text: string) => boolean;
}

/** As long as the slowest servers take a one-time code. */
const CODE_MS = 120_000;
const SITES_MAX = 2_000;

export class SecretSites {
  readonly #options: SecretSitesOptions;
  readonly #scripted = new Set<string>();
  readonly #took = new Map<string, Set<string>>();
  readonly #closed = new Set<string>();
  #held: readonly Held[] = [];
  #takes = 0;
  #isLoaded = false;
  #isForgotten = false;
  /** The last net has caught a secret: nobody knows by which way it came, so all ways are closed. */
  #isLocked = false;

  constructor(options: SecretSitesOptions) {
    this.#options = options;
  }

  /** To be called before the first call is served. A site whose values were lost with the worker is closed. */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const kept = stored.safeParse(await this.#options.store.read()).data;
    if (this.#isForgotten) return;
    this.#isLocked = kept?.isLocked ?? false;
    for (const site of kept?.scripted ?? []) this.#scripted.add(site);
    for (const site of kept?.closed ?? []) this.#closed.add(site);
    for (const { site, names } of kept?.took ?? []) {
      this.#took.set(site, new Set(names));
      this.#closed.add(site);
    }
  }

  /** The browser has started: no document of before is left. */
  async forget(): Promise<void> {
    this.#isForgotten = true;
    this.#scripted.clear();
    this.#took.clear();
    this.#closed.clear();
    this.#held = [];
    this.#isLocked = false;
    await this.#save();
  }

  /** Whether agents can do less there. */
  isMarked(site: string): boolean {
    return this.#took.has(site) || this.#closed.has(site);
  }

  /** Those where agents can do less. */
  markedSites(): readonly string[] {
    return [...new Set([...this.#took.keys(), ...this.#closed])];
  }

  /** The same without noting that a script runs. */
  requireUnmarked(site: string): void {
    if (this.isMarked(site)) throw noScripts(site);
  }

  get hasMarks(): boolean {
    return this.#took.size > 0 || this.#closed.size > 0;
  }

  /** To be called before an agent's script runs, or an agent changes what the site keeps. Throws where a secret was typed. */
  async requireScript(site: string): Promise<void> {
    this.requireUnmarked(site);
    if (this.#scripted.has(site)) return;
    // Without room to note it, nothing may run unnoted.
    if (this.#scripted.size >= SITES_MAX) throw noScripts(site);
    this.#scripted.add(site);
    await this.#save();
  }

  /** Throws where a script of an agent may have left something behind that listens. */
  requireTyping(site: string): void {
    this.requireOpen(site);
    if (this.#scripted.has(site)) throw scriptedBefore(site);
  }

  /** From here on the site is marked. To be called before the secret is typed. */
  async take(site: string, { name, text, isCode, tabId }: TakenSecret): Promise<void> {
    this.requireTyping(site);
    this.#takes += 1;
    this.#took.set(site, (this.#took.get(site) ?? new Set()).add(name));
    const isSame = (held: Held) => held.name === name && held.text === text && held.isCode === isCode;
    const before = this.#held.filter(isSame);
    const sites = new Set([site, ...before.flatMap((held) => [...held.sites])]);
    const tabIds = new Set([tabId, ...before.flatMap((held) => [...held.tabIds])]);
    const endsAt = isCode ? this.#options.clock.now() + CODE_MS : Number.POSITIVE_INFINITY;
    const others = this.#held.filter((held) => !isSame(held));
    this.#held = [...others, { name, text, isCode, tabIds, sites, endsAt, isIn: searchFor({ text, isCode }) }];
    await this.#save();
  }

  /** How many secrets were taken so far: more than before, if one was typed meanwhile. */
  get takes(): number {
    return this.#takes;
  }

  /** Throws for a site that showed a secret, or whose secrets are no longer known here. */
  requireOpen(site: string): void {
    if (this.#closed.has(site)) throw closed(site);
  }

  /** What no text of this site may hold, in this tab. */
  valuesFor(site: string, tabId: number): readonly NamedValue[] {
    return this.#inForce()
      .filter((held) => held.sites.has(site) && (!held.isCode || held.tabIds.has(tabId)))
      .map(({ text, isCode }) => ({ text, isCode }));
  }

  /** A document of the site holds one of its secrets where agents could read it. Returns the error to throw. */
  shown(site: string): SallyportError {
    const meant = this.#inForce().filter((held) => held.sites.has(site));
    this.#close(meant, [site]);
    return closed(site);
  }

  /** Whether a text of a tab holds a secret of the site that it shows; the site is closed then. */
  shows(site: string, tabId: number, text: string): boolean {
    if (this.#closed.has(site)) return true;
    const found = this.valuesFor(site, tabId).some((value) => searchFor(value)(text));
    if (found) this.shown(site);
    return found;
  }

  /** To be called before any call of an agent. */
  requireUnlocked(): void {
    if (this.#isLocked) throw locked();
  }

  /**
   * The last net, over whatever leaves: throws if it holds any secret, and locks the browser to agents, so that nobody can
   * try many texts on it. Codes occur by chance and are not searched for here.
   */
  requireClean(leaving: () => string): void {
    this.requireUnlocked();
    const lasting = this.#inForce().filter(({ isCode }) => !isCode);
    if (lasting.length === 0) return;
    const text = leaving();
    const meant = lasting.filter(({ isIn }) => isIn(text));
    if (meant.length === 0) return;
    this.#isLocked = true;
    this.#close(meant, []);
    throw locked();
  }

  #close(meant: readonly Held[], more: readonly string[]): void {
    for (const site of [...meant.flatMap(({ sites }) => [...sites]), ...more]) this.#closed.add(site);
    const names = [...new Set(meant.filter(({ isCode }) => !isCode).map(({ name }) => name))];
    if (names.length > 0) this.#options.onShown(names);
    void this.#save();
  }

  #inForce(): readonly Held[] {
    const now = this.#options.clock.now();
    this.#held = this.#held.filter(({ endsAt }) => endsAt > now);
    return this.#held;
  }

  async #save(): Promise<void> {
    await this.#options.store.write({
      scripted: [...this.#scripted],
      took: [...this.#took].map(([site, names]) => ({ site, names: [...names] })),
      closed: [...this.#closed],
      isLocked: this.#isLocked,
    });
  }
}

function noScripts(site: string): SallyportError {
  return refused(
    `A secret was typed on ${site}, so no script of an agent runs there until the browser is restarted.`,
    'Use the other tools, such as snapshot, click and read_text.',
  );
}

function scriptedBefore(site: string): SallyportError {
  return refused(
    `An agent ran a script on ${site} or changed what it keeps, so no secret is typed there until the browser is restarted.`,
    'Ask the user to sign in, or to restart the browser. Use no evaluate on the site before.',
  );
}

function closed(site: string): SallyportError {
  return refused(
    `${site} is closed to agents until the browser is restarted: it showed a secret, or the extension restarted since one was typed.`,
    'Do not try to work around it. Navigate to another site, or ask the user.',
  );
}

function locked(): SallyportError {
  return refused(
    'A reply would have held a secret, so this browser is closed to agents until it is restarted.',
    'Tell the user, who should change the secret.',
  );
}

export function refused(message: string, hint: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', message, { reason: 'SECRET_SITE', hint });
}
