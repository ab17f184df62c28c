// One act of an agent from its ref to its evidence: find the document, act by the tab's driver, wait, look what changed.
import { SallyportError } from '@sallyport/protocol';
import type { Download, Outcome, Place, TabFacts } from '../base/facts.ts';
import type { Evidence, PageActs } from '../base/page-calls.ts';
import { siteOnly, siteOf } from '../base/sites.ts';
import type { Driver } from '../drivers/driver.ts';
import { webAddress } from '../guard/access/addresses.ts';
import type { Dialogs } from '../in-page/dialogs.ts';
import type { Heard, Hooks } from '../in-page/hooks.ts';
import type { PageCaller } from '../pages/page-caller.ts';
import type { AgentTabs } from '../tabs/agent-tabs.ts';
import { DownloadWatch } from '../watch/download-watch.ts';
import type { WatchOptions } from '../watch/navigation.ts';
import { settle } from '../watch/settle.ts';

export interface ActOptions extends WatchOptions {
  readonly pages: PageCaller;
  readonly tabs: AgentTabs;
  readonly driver: Driver;
  readonly dialogs: Dialogs;
  readonly hooks: Hooks;
  /** Whether the agent may read this site. */
  readonly mayRead: (site: string) => boolean;
}

export async function act<Name extends keyof PageActs>(
  options: ActOptions,
  name: Name,
  args: Parameters<PageActs[Name]>[0],
): Promise<Outcome> {
  const { pages, tabs, tabId, hooks } = options;
  const place = await pages.placeOf(tabId, refIn(args));
  await pages.admit(place, 'act');
  const [before] = await Promise.all([tabs.facts(tabId), hooks.enter(place)]);
  const downloads = new DownloadWatch(options, [before.url, ...(await addressOf(options, place))]);
  try {
    return await actAt(options, { place, before, downloads }, name, args);
  } catch (error) {
    // Not waited for: a page that a dialog holds answers after it.
    void hooks.end(place);
    throw error;
  } finally {
    downloads.close();
  }
}

interface Scene {
  readonly place: Place;
  readonly before: TabFacts;
  readonly downloads: DownloadWatch;
}

async function actAt<Name extends keyof PageActs>(
  options: ActOptions,
  { place, before, downloads }: Scene,
  name: Name,
  args: Parameters<PageActs[Name]>[0],
): Promise<Outcome> {
  const { pages, tabs, tabId, signal, driver, dialogs, hooks, mayRead } = options;
  const { result, navigated, openedTabIds, settled, failures } = await settle(options, {
    act: async () => {
      await hooks.begin(place);
      return driver.perform(place, name, args);
    },
    pageStillness: async () => {
      const [stillness, pending] = await Promise.all([pages.call(place, 'stillness', null), hooks.pending(place)]);
      const isAwaited = pending.timers > 0 || (pending.downloads > 0 && !downloads.hasBegun);
      return isAwaited ? 0 : stillness;
    },
    isHeld: () => dialogs.openIn(tabId) !== undefined,
    downloads,
  });
  const opened = result.opens === undefined ? [] : [await tabs.openFrom(tabId, webAddress(result.opens))];
  const open = dialogs.openIn(tabId);
  const isGone = navigated || open !== undefined;
  if (isGone) void hooks.end(place);
  const [after, { evidence, dialogs: answered, errors }] = await Promise.all([
    tabs.facts(tabId),
    isGone ? nothing : evidenceOf(options, place),
  ]);
  const { target, pageVisible, trusted, note } = result;
  const chooser = result.chooser ?? driver.chooserIn(tabId);
  return {
    ...evidence,
    ...after,
    target,
    navigated,
    titleChanged: after.title !== before.title,
    urlChanged: after.url !== before.url,
    openedTabs: [...openedTabIds, ...opened],
    downloads: (await downloads.list(signal)).map((download) => redacted(download, mayRead)),
    errors: [...errors, ...failures],
    settled,
    trusted,
    pageVisible,
    dialogs: [
      ...answered.map((dialog) => ({ ...dialog, isOpen: false })),
      ...(open ? [{ ...open, isOpen: true }] : []),
    ],
    fileChooser: chooser,
    note,
  };
}

/** The agent may always know the path, since its own action saved the file; the address only where it may read the site. */
function redacted(download: Download, mayRead: ActOptions['mayRead']): Download {
  return mayRead(siteOf(download.url)) ? download : { ...download, url: siteOnly(download.url) };
}

/** Of a frame: a page in it may come from elsewhere than the tab's. */
async function addressOf({ api }: ActOptions, { tabId, frameId }: Place): Promise<string[]> {
  if (frameId === 0) return [];
  const frame = await api.webNavigation.getFrame({ tabId, frameId });
  return frame === null ? [] : [frame.url];
}

/** What was watched is gone with its page. */
const nothing: Heard & { readonly evidence: Evidence } = { evidence: { changes: [] }, dialogs: [], errors: [] };

async function evidenceOf({ pages, hooks }: ActOptions, place: Place): Promise<typeof nothing> {
  const [evidence, heard] = await Promise.all([
    pages.call(place, 'evidence', null).catch(() => undefined),
    hooks.end(place),
  ]);
  return evidence === undefined ? nothing : { evidence, ...heard };
}

/** Fields of one call are of one document. */
function refIn(args: unknown): string | undefined {
  // One of the argument types of PageActs.
  const { ref, fields } = args as { readonly ref?: string; readonly fields?: readonly { readonly ref: string }[] };
  if (fields?.length === 0) throw new SallyportError('ERR_INPUT_INVALID', 'There is no field to fill.');
  return ref ?? fields?.[0]?.ref;
}
