// Runs functions of the page side in a tab, putting the page side there first where it is missing or old.
import { PRODUCT_VERSION, SallyportError } from '@sallyport/protocol';
import { files } from '../manifest.ts';
import type { PageAnswer, PageCalls, PageRequest, PageSide } from '../page/calls.ts';
import type { BrowserApi } from '../platform.ts';
import type { Owners } from './owners.ts';

export interface PageCaller {
  call<Name extends keyof PageCalls>(
    tabId: number,
    name: Name,
    args: Parameters<PageCalls[Name]>[0],
  ): Promise<ReturnType<PageCalls[Name]>>;
}

export function createPageCaller({ api, owners }: { readonly api: BrowserApi; readonly owners: Owners }): PageCaller {
  async function ask(tabId: number, request: PageRequest): Promise<PageAnswer> {
    const [frame] = await api.scripting.executeScript({ target: { tabId }, func: askPageSide, args: [request] });
    // What askPageSide returns, after a copy; null where the page was left in mid-call.
    return (frame?.result as PageAnswer | null | undefined) ?? { state: 'absent' };
  }

  async function answerOf(tabId: number, request: PageRequest): Promise<PageAnswer> {
    const answer = await ask(tabId, request);
    if (answer.state !== 'absent') return answer;
    await api.scripting.executeScript({ target: { tabId }, files: [files.page] });
    return ask(tabId, request);
  }

  return {
    async call<Name extends keyof PageCalls>(tabId: number, name: Name, args: Parameters<PageCalls[Name]>[0]) {
      const request = { version: PRODUCT_VERSION, name, args, firstRef: owners.nextRef(tabId) };
      const answer = await answerOf(tabId, request).catch((cause: unknown) => {
        throw unreachable(cause);
      });
      if (answer.state === 'absent') throw unreachable(undefined);
      if (answer.state === 'failed') {
        const { code, message, hint } = answer.fault;
        throw new SallyportError(code, message, hint === undefined ? {} : { hint });
      }
      owners.noteNextRef(tabId, answer.nextRef);
      // The page side of this very version answered to this name.
      return answer.value as ReturnType<PageCalls[Name]>;
    },
  };
}

/** Injected as source text: it may use nothing of this file. */
function askPageSide(request: PageRequest): PageAnswer {
  return (globalThis as PageSide).sallyport?.answer(request) ?? { state: 'absent' };
}

function unreachable(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'TAB_UNAVAILABLE: The page of this tab cannot be reached.', {
    hint: 'It may be loading, an error page, a PDF, or a site the extension was not allowed on. Navigate to another page.',
    cause,
  });
}
