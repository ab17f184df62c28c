// Sends requests to the page side of one document, and injects it where it is missing or outdated.
import { type Clock, limits, PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import { pause } from '../base/clock.ts';
import type { Place } from '../base/facts.ts';
import { inject } from '../base/injection.ts';
import { files } from '../base/manifest.ts';
import type { PageAnswer, PageRequest, PageSide } from '../base/page-calls.ts';
import type { BrowserApi } from '../base/platform.ts';
import type { Dialogs } from '../in-page/dialogs.ts';
import type { Arrivals } from './arrivals.ts';

export interface PageSideOptions {
  readonly api: BrowserApi;
  /** Numbers the refs of a tab. */
  readonly owners: { nextRef(tabId: number): number; noteNextRef(tabId: number, nextRef: number): void };
  readonly dialogs: Pick<Dialogs, 'unlessDialogOpens'>;
  readonly clock: Clock;
  readonly arrivals: Pick<Arrivals, 'ready'>;
  /** Whether the extension may run in pages at all. */
  readonly hasHostPermission: () => Promise<boolean>;
}

/** The wait has its own deadline. */
const NEVER = new AbortController().signal;

/** Sends one request, for a document of this site; null while the site is not known. */
export async function askPage(
  options: PageSideOptions,
  place: Place,
  { name, args, site, secrets }: Pick<PageRequest, 'name' | 'args' | 'site' | 'secrets'>,
): Promise<PageAnswer> {
  const { owners, dialogs, hasHostPermission } = options;
  const firstRef = owners.nextRef(place.tabId);
  const request = {
    version: PRODUCT_VERSION,
    name,
    args,
    site,
    firstRef,
    evenLoading: false,
    ...(secrets === undefined ? {} : { secrets }),
  };
  return dialogs.unlessDialogOpens(place.tabId, answerOf(options, place, request)).catch(async (cause: unknown) => {
    if (cause instanceof SallyportError) throw cause;
    throw (await hasHostPermission()) ? unreachable(cause) : notAllowedHere(cause);
  });
}

async function answerOf(options: PageSideOptions, place: Place, request: PageRequest): Promise<PageAnswer> {
  const { api, clock, arrivals } = options;
  if (place.frameId === 0) await arrivals.ready(place.tabId);
  let answer = await ask(api, place, request);
  const patienceEnd = clock.now() + limits.page.loadGraceMs;
  while (answer.state === 'loading') {
    await pause(clock, limits.page.pollMs, NEVER);
    answer = await ask(api, place, { ...request, evenLoading: clock.now() >= patienceEnd });
  }
  while (answer.state === 'failed' && answer.fault.mayPass === true && clock.now() < patienceEnd) {
    await pause(clock, limits.page.pollMs, NEVER);
    answer = await ask(api, place, { ...request, evenLoading: true });
  }
  if (answer.state !== 'absent') return answer;
  await injectPageSide(api, place);
  return ask(api, place, { ...request, evenLoading: true });
}

async function ask(api: BrowserApi, place: Place, request: PageRequest): Promise<PageAnswer> {
  // A copy of what askPageSide returns; null when the page navigated during the call.
  const answer = (await inject(api, place, askPageSide, [request])) as PageAnswer | null | undefined;
  return answer ?? { state: 'absent' };
}

/** Injected as source text: it cannot use anything from this file. */
function askPageSide(request: PageRequest): PageAnswer {
  const { sallyport } = globalThis as PageSide;
  const isReady = document.readyState !== 'loading' || request.evenLoading || sallyport?.hasAnswered === true;
  if (!isReady) return { state: 'loading' };
  return sallyport?.answer(request) ?? { state: 'absent' };
}

/** It does nothing until it is called. */
export async function injectPageSide(api: BrowserApi, { tabId, frameId }: Place): Promise<void> {
  const target = { tabId, frameIds: [frameId] };
  await api.scripting.executeScript({ target, files: [files.page], injectImmediately: true });
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof SallyportError && error.reason === 'TAB_UNAVAILABLE';
}

export function unreachable(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The page of this tab cannot be reached.', {
    reason: 'TAB_UNAVAILABLE',
    hint: 'It may be loading, an error page, a PDF, or a site that is closed to extensions. Navigate to another page.',
    cause,
  });
}

/** The same reason code, so the site of such a page is still read from its address. */
function notAllowedHere(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The browser does not allow Sallyport on this page.', {
    reason: 'TAB_UNAVAILABLE',
    hint: 'Ask the user to click the Sallyport button in the browser and choose "Allow on all sites". Then repeat the call.',
    cause,
  });
}
