// One act of an agent from its ref to its evidence: find the document, act by the tab's driver, wait, look what changed.
import { SallyportError } from '@sallyport/protocol';
import type { Dialog, DialogGuard, Dialogs } from '../drivers/dialogs.ts';
import type { Driver } from '../drivers/driver.ts';
import type { TimerWatch } from '../drivers/timers.ts';
import type { Evidence, PageActs } from '../page/calls.ts';
import { webAddress } from '../tools/addresses.ts';
import type { Outcome, TabHands } from '../tools/context.ts';
import type { WatchOptions } from './navigation.ts';
import type { PageCaller, Place } from './page-caller.ts';
import { settle } from './settle.ts';

export interface ActOptions extends WatchOptions {
  readonly pages: PageCaller;
  readonly tabs: TabHands;
  readonly driver: Driver;
  readonly dialogs: Dialogs;
  readonly guard: DialogGuard;
  readonly timers: TimerWatch;
}

export async function act<Name extends keyof PageActs>(
  options: ActOptions,
  name: Name,
  args: Parameters<PageActs[Name]>[0],
): Promise<Outcome> {
  const { pages, tabs, tabId, driver, dialogs, timers } = options;
  const [place, before] = await Promise.all([pages.placeOf(tabId, refIn(args)), tabs.facts(tabId)]);
  const { result, navigated, openedTabIds, settled } = await settle(options, {
    act: async () => {
      await timers.begin(place);
      return driver.perform(place, name, args);
    },
    pageStillness: async () => {
      const [stillness, pending] = await Promise.all([pages.call(place, 'stillness', null), timers.pending(place)]);
      return pending > 0 ? 0 : stillness;
    },
    isHeld: () => dialogs.openIn(tabId) !== undefined,
  });
  const opened = result.opens === undefined ? [] : [await tabs.openFrom(tabId, webAddress(result.opens))];
  const open = dialogs.openIn(tabId);
  const isGone = navigated || open !== undefined;
  const [after, { evidence, answered }] = await Promise.all([
    tabs.facts(tabId),
    isGone ? nothing : evidenceOf(options, place),
  ]);
  const { target, pageVisible, trusted, note } = result;
  return {
    ...evidence,
    ...after,
    target,
    navigated,
    titleChanged: after.title !== before.title,
    urlChanged: after.url !== before.url,
    openedTabs: [...openedTabIds, ...opened],
    settled,
    trusted,
    pageVisible,
    dialogs: [
      ...answered.map((dialog) => ({ ...dialog, isOpen: false })),
      ...(open ? [{ ...open, isOpen: true }] : []),
    ],
    ...(note === undefined ? {} : { note }),
  };
}

/** What was watched is gone with its page. */
const nothing: { readonly evidence: Evidence; readonly answered: readonly Dialog[] } = {
  evidence: { changes: [] },
  answered: [],
};

async function evidenceOf({ pages, guard, timers, tabId }: ActOptions, place: Place): Promise<typeof nothing> {
  try {
    const [evidence, answered] = await Promise.all([
      pages.call(place, 'evidence', null),
      guard.end(tabId, place.frameId),
      timers.end(place),
    ]);
    return { evidence, answered };
  } catch {
    return nothing;
  }
}

/** Fields of one call are of one document. */
function refIn(args: unknown): string | undefined {
  // One of the argument types of PageActs.
  const { ref, fields } = args as { readonly ref?: string; readonly fields?: readonly { readonly ref: string }[] };
  if (fields?.length === 0) throw new SallyportError('ERR_INPUT_INVALID', 'There is no field to fill.');
  return ref ?? fields?.[0]?.ref;
}
