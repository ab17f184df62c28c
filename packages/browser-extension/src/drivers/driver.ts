// How hands reach a page: through its own events, or through the browser's debugger, which pages take for a person's.

import type { FileChooser, Place } from '../base/facts.ts';
import type { ActResult, PageActs } from '../base/page-calls.ts';
import type { DialogGuard } from '../in-page/dialogs.ts';
import type { PageCaller } from '../pages/page-caller.ts';

export interface Performed extends Omit<ActResult, 'chooser'> {
  /** The page asked for files; a field that is not in the page has no ref. */
  readonly chooser?: FileChooser;
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
  /** A window for choosing files that a page wanted to show since the last act, by whatever way. */
  chooserIn(tabId: number): FileChooser | undefined;
}

/** Works in every browser, and needs no debugger's bar. */
export function domDriver(pages: PageCaller, guard: DialogGuard): Driver {
  return {
    // Pages show none without a person's own click.
    chooserIn: () => undefined,
    async perform(place, name, args) {
      // It runs among the page's own things, which a page may have broken.
      await guard.begin(place).catch(() => {});
      return { ...(await pages.call(place, name, args)), trusted: false };
    },
  };
}
