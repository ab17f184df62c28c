// How hands reach a page: through its own events, or through the browser's debugger, which pages take for a person's.

import type { PageCaller, Place } from '../background/page-caller.ts';
import type { ActResult, PageActs } from '../page/calls.ts';
import type { DialogGuard } from './dialogs.ts';

export interface Performed extends ActResult {
  /** Whether the page saw it as a person's own. */
  readonly trusted: boolean;
  /** What the agent should know of how it was done. */
  readonly note?: string;
}

export interface Driver {
  perform<Name extends keyof PageActs>(
    place: Place,
    name: Name,
    args: Parameters<PageActs[Name]>[0],
  ): Promise<Performed>;
}

/** Works in every browser, and needs no debugger's bar. */
export function domDriver(pages: PageCaller, guard: DialogGuard): Driver {
  return {
    async perform(place, name, args) {
      const { tabId, frameId } = place;
      await guard.begin(tabId, frameId);
      return { ...(await pages.call(place, name, args)), trusted: false };
    },
  };
}
