// The end of `install` at a terminal: waits for a browser with the extension, calls through all hops, and shows the first call.
import { setTimeout as delay } from 'node:timers/promises';
import { listRecords, locateFolders, openRunDirectory } from '@sallyport/native-host/run-directory';
import { fromWireError, type JsonObject, recordsIn } from '@sallyport/protocol';
import type { CommandFrame } from '../context.ts';
import { GIVE_SITE_ACCESS } from '../doctor/check.ts';
import { withGateway } from '../gateway/from-frame.ts';

/** Long enough to find the page of extensions and to choose a folder. */
const WAIT_MS = 5 * 60_000;
const LOOK_MS = 300;
const PING_MS = 15_000;
/** How long an extension that has just connected may take to list its tools. */
const ATTEMPTS = 20;

const FIRST_CALL = `sallyport call browser/tabs '{"action":"open","url":"https://example.com"}'`;

/** Never throws for a browser that does not come: everything is installed by then. */
export async function guideToFirstCall(frame: CommandFrame, waitMs = WAIT_MS): Promise<void> {
  const { output, now, untilInterrupted } = frame;
  output.line('');
  output.line('Waiting until a browser with the extension connects. Ctrl+C skips this; everything is installed.');
  const ending = new AbortController();
  const interrupted = untilInterrupted().then(() => ending.abort());
  const timer = setTimeout(() => ending.abort(), waitMs);
  try {
    const startedAt = now();
    const browser = await Promise.race([untilLinked(frame, ending.signal), interrupted]);
    if (browser === undefined) {
      const why = now() - startedAt >= waitMs ? 'No browser has connected yet.' : 'Skipped.';
      output.line(`${why} "sallyport doctor" shows whether one is connected.`);
      return;
    }
    output.line(`Connected: ${browser.name}, ${browser.tools} tools.`);
    output.line(await ping(frame));
    if (browser.siteAccess === false) output.line(`It may not open websites yet. ${GIVE_SITE_ACCESS}`);
    output.line(`Your first call: ${FIRST_CALL}`);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** Undefined once it is aborted. A gateway is started only for a browser that is there. */
async function untilLinked(frame: CommandFrame, signal: AbortSignal): Promise<JsonObject | undefined> {
  const { machine } = frame;
  const { hosts } = openRunDirectory(locateFolders(machine).run, machine);
  while (!signal.aborted) {
    if (listRecords(hosts).length > 0) {
      const linked = await withGateway(frame, async (control) => {
        for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt += 1) {
          const { browsers } = await control.request('status');
          const found = recordsIn(browsers).find(({ tools }) => Number(tools) > 0);
          if (found !== undefined) return found;
          await delay(LOOK_MS);
        }
        return undefined;
      }).catch(() => undefined);
      if (linked !== undefined) return linked;
    }
    await delay(LOOK_MS);
  }
  return undefined;
}

/** A call through gateway, native host and extension that opens nothing and asks nobody. */
async function ping(frame: CommandFrame): Promise<string> {
  const startedAt = frame.now();
  try {
    const end = await withGateway(frame, (control) =>
      control.request('tools.call', { name: 'browser/tabs', arguments: { action: 'list' } }, { timeoutMs: PING_MS }),
    );
    if (end.ok !== true) throw fromWireError(end.error);
    return `A call through gateway, native host and extension took ${Math.round(frame.now() - startedAt)} ms.`;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : 'it failed';
    return `A call to it did not succeed: ${why} "sallyport doctor" says what to do.`;
  }
}
