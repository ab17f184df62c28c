// Runs functions of the page side in a frame of a tab, putting the page side there first where it is missing or old.
import { limits, PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import { type Clock, pause } from '../base/clock.ts';
import type { Place } from '../base/facts.ts';
import { files } from '../base/manifest.ts';
import type { PageAnswer, PageCalls, PageRequest, PageSide } from '../base/page-calls.ts';
import type { BrowserApi } from '../base/platform.ts';
import { EMPTY_SITE, type Right, siteOf } from '../base/sites.ts';
import { type Need, needs } from '../guard/access/rights.ts';
import { denied, type Visit } from '../guard/access/visit.ts';
import type { Dialogs } from '../in-page/dialogs.ts';

/** Every way into a page leads through here, and past the guard: nothing is called in a document that is closed to it. */
export interface PageCaller {
  call<Name extends keyof PageCalls>(
    place: Place,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
  /** The document that gave out a ref; the top one when none did, which then says what is wrong with it. */
  placeOf(tabId: number, ref: string | undefined): Promise<Place>;
  /**
   * Asks the user where nobody has decided; throws unless the agent may do this there. Returns whose document it is,
   * undefined where nothing is closed to anybody.
   */
  admit(place: Place, right: Right): Promise<string | undefined>;
  /** The site of a document that may not be read, as things stand; nobody is asked. */
  closedSite(place: Place): Promise<string | undefined>;
}

export interface PageCallerOptions {
  readonly api: BrowserApi;
  /** Who numbers the refs of a tab. */
  readonly owners: { nextRef(tabId: number): number; noteNextRef(tabId: number, nextRef: number): void };
  readonly dialogs: Pick<Dialogs, 'unlessHeld'>;
  readonly clock: Clock;
  readonly visit: Visit;
  /** Whether the browser lets us into pages at all. */
  readonly hasSiteAccess: () => Promise<boolean>;
  /** Sites by document as they were last seen: only a first guess, which the document itself corrects. */
  readonly lastSites: Map<string, string>;
}

/** The wait has its own end. */
const NEVER = new AbortController().signal;

/** Whoever moves on so often while it is asked is not there to be read. */
const MOVES_MAX = 4;
const LAST_SITES_MAX = 1000;

export function createPageCaller(options: PageCallerOptions): PageCaller {
  const { api, owners, dialogs, clock, visit, lastSites } = options;

  async function ask({ tabId, frameId }: Place, request: PageRequest): Promise<PageAnswer> {
    const target = { tabId, frameIds: [frameId] };
    // At once: a page that never ends would else be waited for without end.
    const injectImmediately = true;
    const [frame] = await api.scripting.executeScript({
      target,
      func: askPageSide,
      args: [request],
      injectImmediately,
    });
    // What askPageSide returns, after a copy; null where the page was left in mid-call.
    return (frame?.result as PageAnswer | null | undefined) ?? { state: 'absent' };
  }

  async function answerOf(place: Place, request: PageRequest): Promise<PageAnswer> {
    let answer = await ask(place, request);
    const patienceEnd = clock.now() + limits.page.loadGraceMs;
    while (answer.state === 'loading') {
      await pause(clock, limits.page.pollMs, NEVER);
      answer = await ask(place, { ...request, evenLoading: clock.now() >= patienceEnd });
    }
    if (answer.state !== 'absent') return answer;
    const target = { tabId: place.tabId, frameIds: [place.frameId] };
    await api.scripting.executeScript({ target, files: [files.page], injectImmediately: true });
    return ask(place, { ...request, evenLoading: true });
  }

  async function send(place: Place, name: string, args: unknown, site: string | null): Promise<PageAnswer> {
    const firstRef = owners.nextRef(place.tabId);
    const request = { version: PRODUCT_VERSION, name, args, site, firstRef, evenLoading: false };
    return dialogs.unlessHeld(place.tabId, answerOf(place, request)).catch(async (cause: unknown) => {
      if (cause instanceof SallyportError) throw cause;
      throw (await options.hasSiteAccess()) ? unreachable(cause) : keptOut(cause);
    });
  }

  function note({ tabId, frameId }: Place, site: string): string {
    if (lastSites.size > LAST_SITES_MAX) lastSites.clear();
    lastSites.set(`${tabId}:${frameId}`, site);
    return site;
  }

  /** As the document says it: empty for one without an origin of its own. */
  async function ownSite(place: Place): Promise<string> {
    const answer = await send(place, 'stillness', null, null);
    if (answer.state !== 'elsewhere') throw unreachable(undefined);
    return note(place, answer.site);
  }

  /** A document without an origin of its own is of the site that wrote it: the one around it. */
  async function ownerOf(place: Place, site: string): Promise<string> {
    if (site !== '') return site;
    if (place.frameId === 0) return EMPTY_SITE;
    const frame = await api.webNavigation.getFrame(place);
    const around = { tabId: place.tabId, frameId: frame?.parentFrameId ?? 0 };
    return ownerOf(around, await ownSite(around));
  }

  /** What no script gets into, as a PDF, is of the site that its address names. */
  async function siteOfDocument(place: Place): Promise<string> {
    const own = await ownSite(place).catch(async (error: unknown) => {
      const frame = await api.webNavigation.getFrame(place).catch(() => null);
      if (!isUnreachable(error) || !frame?.url) throw error;
      return siteOf(frame.url);
    });
    return ownerOf(place, own);
  }

  async function check(place: Place, site: string, { right, mayAsk }: Need): Promise<void> {
    if (right === 'none') return;
    const owner = await ownerOf(place, site);
    if (mayAsk) await visit.need(owner, right);
    else if (!visit.may(owner, right)) throw denied(owner, right);
  }

  /** What was seen last time saves a question to the page, but is nothing to ask the user about. */
  async function guess({ tabId, frameId }: Place, { right }: Need): Promise<string | null> {
    const site = lastSites.get(`${tabId}:${frameId}`);
    if (site === undefined || site === '') return null;
    return right === 'none' || visit.may(site, right) ? site : null;
  }

  /** The document answers only if it is still of the site that the guard was asked about. */
  async function answerFor(place: Place, name: keyof PageCalls, args: unknown): Promise<PageAnswer> {
    let site = await guess(place, needs[name]);
    for (let moves = 0; moves < MOVES_MAX; moves += 1) {
      const answer = await send(place, name, args, site);
      if (answer.state !== 'elsewhere') return answer;
      site = note(place, answer.site);
      await check(place, site, needs[name]);
    }
    return { state: 'absent' };
  }

  return {
    async call<Name extends keyof PageCalls>(place: Place, name: Name, args: Parameters<PageCalls[Name]>[0]) {
      const answer = await answerFor(place, name, args);
      if (answer.state === 'absent' || answer.state === 'elsewhere' || answer.state === 'loading')
        throw unreachable(undefined);
      if (answer.state === 'failed') {
        const { code, message, hint, reason } = answer.fault;
        throw new SallyportError(code, message, { hint, reason });
      }
      owners.noteNextRef(place.tabId, answer.nextRef);
      // The page side of this very version answered to this name.
      return answer.value as ReturnType<PageCalls[Name]>;
    },

    async placeOf(tabId, ref) {
      if (ref === undefined) return { tabId, frameId: 0 };
      const target = { tabId, allFrames: true };
      const frames = await api.scripting
        .executeScript({ target, func: isHolder, args: [ref], injectImmediately: true })
        .catch(() => []);
      return { tabId, frameId: frames.find(({ result }) => result === true)?.frameId ?? 0 };
    },

    async admit(place, right) {
      if (visit.isAllOpen) return undefined;
      const site = await siteOfDocument(place);
      await visit.need(site, right);
      return site;
    },

    async closedSite(place) {
      if (visit.isAllOpen) return undefined;
      const site = await siteOfDocument(place);
      return visit.may(site, 'read') ? undefined : site;
    },
  };
}

/** Injected as source text: it may use nothing of this file. */
function askPageSide(request: PageRequest): PageAnswer {
  const { sallyport } = globalThis as PageSide;
  // One that was put here has waited already.
  if (sallyport !== undefined) return sallyport.answer(request);
  return { state: document.readyState === 'loading' && !request.evenLoading ? 'loading' : 'absent' };
}

/** The same. */
function isHolder(ref: string): boolean {
  return (globalThis as PageSide).sallyport?.holds(ref) ?? false;
}

function isUnreachable(error: unknown): boolean {
  return error instanceof SallyportError && error.reason === 'TAB_UNAVAILABLE';
}

function unreachable(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The page of this tab cannot be reached.', {
    reason: 'TAB_UNAVAILABLE',
    hint: 'It may be loading, an error page, a PDF, or a site the extension was not allowed on. Navigate to another page.',
    cause,
  });
}

/** The same reason: for a file that no script gets into, its address still says whose it is. */
function keptOut(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', "The user's browser keeps Sallyport out of this page.", {
    reason: 'TAB_UNAVAILABLE',
    hint: 'Tell the user to click the Sallyport button in the browser, and there "Allow on all sites"; then repeat the call.',
    cause,
  });
}
