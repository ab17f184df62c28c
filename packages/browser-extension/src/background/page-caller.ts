// Runs functions of the page side in a frame of a tab, putting the page side there first where it is missing or old.
import { limits, PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import type { Dialogs } from '../drivers/dialogs.ts';
import { files } from '../manifest.ts';
import type { PageAnswer, PageCalls, PageRequest, PageSide } from '../page/calls.ts';
import type { BrowserApi } from '../platform.ts';
import { type Clock, pause } from './clock.ts';
import type { Owners } from './owners.ts';

/** One document: the top one of its tab has frame 0. */
export interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

export interface PageCaller {
  call<Name extends keyof PageCalls>(
    place: Place,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
  /** The document that gave out a ref; the top one when none did, which then says what is wrong with it. */
  placeOf(tabId: number, ref: string | undefined): Promise<Place>;
}

export interface PageCallerOptions {
  readonly api: BrowserApi;
  readonly owners: Owners;
  readonly dialogs: Pick<Dialogs, 'unlessHeld'>;
  readonly clock: Clock;
}

/** The wait has its own end. */
const NEVER = new AbortController().signal;

export function createPageCaller({ api, owners, dialogs, clock }: PageCallerOptions): PageCaller {
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

  return {
    async call<Name extends keyof PageCalls>(place: Place, name: Name, args: Parameters<PageCalls[Name]>[0]) {
      const request = {
        version: PRODUCT_VERSION,
        name,
        args,
        firstRef: owners.nextRef(place.tabId),
        evenLoading: false,
      };
      const answer = await dialogs.unlessHeld(place.tabId, answerOf(place, request)).catch((cause: unknown) => {
        throw cause instanceof SallyportError ? cause : unreachable(cause);
      });
      if (answer.state === 'absent' || answer.state === 'loading') throw unreachable(undefined);
      if (answer.state === 'failed') {
        const { code, message, hint } = answer.fault;
        throw new SallyportError(code, message, hint === undefined ? {} : { hint });
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

function unreachable(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'TAB_UNAVAILABLE: The page of this tab cannot be reached.', {
    hint: 'It may be loading, an error page, a PDF, or a site the extension was not allowed on. Navigate to another page.',
    cause,
  });
}
