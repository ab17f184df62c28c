// Reads the console of a tab's top document, after checking site access.
import type { ConsoleLog, RecordedConsole } from '../in-page/console-log.ts';
import type { PageCaller } from './page-caller.ts';

const nothing = { messages: [], dropped: 0 };

/** Starts recording where that has not begun. */
export async function readConsole(
  log: ConsoleLog,
  pages: Pick<PageCaller, 'admit'>,
  tabId: number,
): Promise<Pick<RecordedConsole, 'messages' | 'dropped'>> {
  const site = await pages.admit({ tabId, frameId: 0 }, 'read');
  await log.record(tabId);
  const read = await log.read(tabId);
  // The document may have been replaced since it was admitted.
  return site === undefined || read.site === site ? read : nothing;
}
