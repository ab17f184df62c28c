// Maps the positions in stacks to the sources that a page's scripts were built from, where their source maps can be had.
import { BoundedMap, type Clock } from '@sallyport/protocol';
import { pause } from '../base/clock.ts';
import type { BrowserApi } from '../base/platform.ts';
import { siteOf } from '../base/sites.ts';
import { isInside, isReachable } from '../guard/access/addresses.ts';
import { originsOf, type Position, readSourceMap, type SourceMap } from './source-map.ts';

/** A script with its map in it, or a map. Larger ones are left alone: the worker has them in memory. */
const MAX_BYTES = 10 * 1024 * 1024;
/** For all scripts of one call. */
const FETCH_MS = 3_000;
/** Scripts of one call, and maps that are kept of all tabs. */
const SCRIPTS_MAX = 8;

const POSITION = /(https?:\/\/[^\s()]+?):(\d{1,9}):(\d{1,9})(?=\)?$)/gm;

export interface SourceMapsOptions {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

export interface StackReader {
  readonly tabId: number;
  /** Of the page: a script in it has no map of its own, and to load a page again can have effects. */
  readonly url: string;
  /** Whether the agent may read this site. A page can put any address into a stack. */
  readonly mayRead: (site: string) => boolean;
  readonly signal: AbortSignal;
}

export class SourceMaps {
  readonly #options: SourceMapsOptions;
  /** By tab and address, for as long as the tab has its document. */
  readonly #maps = new BoundedMap<string, Promise<SourceMap | undefined>>(SCRIPTS_MAX);

  constructor(options: SourceMapsOptions) {
    this.#options = options;
  }

  /** Another document may have other scripts at the same addresses. */
  follow(api: BrowserApi): void {
    api.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
      if (frameId === 0) this.#forget(tabId);
    });
    api.tabs.onRemoved.addListener((tabId) => this.#forget(tabId));
  }

  /** The stacks with the positions of sources; a position that cannot be mapped stays. Never rejects. */
  async mapped(reader: StackReader, stacks: readonly string[]): Promise<string[]> {
    const places = new Map<string, Position[]>();
    for (const [, url = '', line, column] of stacks.flatMap((stack) => [...stack.matchAll(POSITION)])) {
      if (mayLoad(reader, url)) places.set(url, [...(places.get(url) ?? []), placeOf(line, column)]);
    }
    const late = new AbortController();
    const signal = AbortSignal.any([reader.signal, late.signal]);
    const found = new Map<string, string>();
    const work = [...places].slice(0, SCRIPTS_MAX).map(async ([url, wanted]) => {
      const map = await this.#mapOf(reader.tabId, url, signal);
      const origins = map === undefined ? [] : originsOf(map, wanted);
      wanted.forEach((place, at) => {
        const origin = origins[at];
        if (origin !== undefined) found.set(keyOf(url, place), `${plain(origin.source)}:${shown(origin)}`);
      });
    });
    const timer = pause(this.#options.clock, FETCH_MS, signal).catch(() => {});
    await Promise.race([Promise.allSettled(work), timer]);
    // Ends the timer, or what takes too long.
    late.abort();
    return stacks.map((stack) =>
      stack.replace(POSITION, (whole, url: string, line: string, column: string) => {
        return found.get(keyOf(url, placeOf(line, column))) ?? whole;
      }),
    );
  }

  #mapOf(tabId: number, url: string, signal: AbortSignal): Promise<SourceMap | undefined> {
    const key = `${tabId} ${url}`;
    const known = this.#maps.get(key);
    if (known !== undefined) return known;
    const loading = this.#load(url, signal).catch(() => {
      // It may have taken too long this time.
      if (signal.aborted) this.#maps.delete(key);
      return undefined;
    });
    this.#maps.set(key, loading);
    return loading;
  }

  async #load(url: string, signal: AbortSignal): Promise<SourceMap | undefined> {
    const script = await this.#fetched(url, signal);
    const named = script && mapAddress(script.text, script.header);
    if (named === undefined || !URL.canParse(named, url)) return undefined;
    const address = new URL(named, url);
    if (address.protocol === 'data:') return readSourceMap(contentOf(address.href));
    // The site of the script decides who may read it, so its map is of that site too.
    if (address.origin !== new URL(url).origin) return undefined;
    const map = await this.#fetched(address.href, signal);
    return map && readSourceMap(map.text);
  }

  /** As a stranger, and nowhere else: without the user's cookies, and no redirect leads to another site. */
  async #fetched(url: string, signal: AbortSignal) {
    const { fetch } = this.#options;
    const asStranger = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' } as const;
    const response = await fetch(url, { ...asStranger, signal });
    const isPage = /html/i.test(response.headers.get('content-type') ?? '');
    if (!response.ok || isPage || response.body === null) return undefined;
    const text = await textOf(response.body);
    return text === undefined ? undefined : { text, header: response.headers.get('sourcemap') };
  }

  #forget(tabId: number): void {
    for (const key of [...this.#maps.keys()]) if (key.startsWith(`${tabId} `)) this.#maps.delete(key);
  }
}

function mayLoad({ url: page, mayRead }: StackReader, url: string): boolean {
  if (!URL.canParse(url) || !isReachable(url) || !mayRead(siteOf(url))) return false;
  // Browsers ask the user before a page of the web reaches into their network; we would not be asked.
  const { hostname } = new URL(url);
  if (isInside(hostname) && !(URL.canParse(page) && hostname === new URL(page).hostname)) return false;
  return withoutHash(url) !== withoutHash(page);
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Stacks count from 1. */
function placeOf(line: string | undefined, column: string | undefined): Position {
  return { line: Number(line) - 1, column: Number(column) - 1 };
}

function shown({ line, column }: Position): string {
  return `${line + 1}:${column + 1}`;
}

function keyOf(url: string, place: Position): string {
  return `${url}:${shown(place)}`;
}

/** Its name must not look like a further line of the stack. */
function plain(source: string): string {
  return source.replace(/\s+/g, ' ');
}

/** The last comment that names one, as browsers take it, or the header. */
function mapAddress(script: string, header: string | null): string | undefined {
  const at = script.lastIndexOf('sourceMappingURL=');
  const isComment = at >= 4 && /^\/[/*][#@][ \t]$/.test(script.slice(at - 4, at));
  return (isComment ? /=([^\s'"*]+)/.exec(script.slice(at))?.[1] : undefined) ?? header ?? undefined;
}

/** Throws where it is not base64. */
function contentOf(dataUrl: string): string {
  const comma = dataUrl.indexOf(',');
  const content = dataUrl.slice(comma + 1);
  if (!/;base64$/i.test(dataUrl.slice(0, comma))) return decodeURIComponent(content);
  return new TextDecoder().decode(Uint8Array.from(atob(decodeURIComponent(content)), (sign) => sign.charCodeAt(0)));
}

/** Undefined for more than may be read. */
async function textOf(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
