// Reads the console of a tab's top document, after checking site access.
import type { SecretTabs } from '../guard/secrets/secret-tabs.ts';
import type { ConsoleLog, RecordedConsole } from '../in-page/console-log.ts';
import type { PageCaller } from './page-caller.ts';

export interface ReadConsoleOptions {
  readonly log: ConsoleLog;
  readonly pages: Pick<PageCaller, 'admit'>;
  readonly secretsIn: Pick<SecretTabs, 'requireUntouched' | 'watch'>;
}

/** Starts recording where that has not begun. */
export async function readConsole(
  { log, pages, secretsIn }: ReadConsoleOptions,
  tabId: number,
): Promise<RecordedConsole> {
  const site = await pages.admit({ tabId, frameId: 0 }, 'read');
  const watch = await secretsIn.watch(tabId);
  try {
    await secretsIn.requireUntouched(tabId, 'The console');
    await log.record(tabId);
    // The document may have been replaced since it was admitted.
    const read = await log.read(tabId, site);
    await secretsIn.requireUntouched(tabId, 'The console');
    return watch.hasChanged() ? { messages: [], dropped: 0 } : read;
  } finally {
    watch.end();
  }
}
