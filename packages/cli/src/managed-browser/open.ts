// Opens a managed browser: separate profile and home, with the extension loaded.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import { type BrowserProcess, openBrowserProcess } from './browser-process.ts';
import { chromiumArguments, prepareChromiumProfile } from './chromium.ts';
import { sendOverPipe } from './debugging-pipe.ts';
import { firefoxArguments, prepareFirefoxProfile } from './firefox.ts';
import type { LaunchOptions, ManagedBrowserOptions } from './launch-options.ts';
import { prepareExtension } from './managed-extension.ts';
import { hasDisplay, preparePrivateHome } from './private-home.ts';

/** For a cold start on a slow disk; usually half a second. */
const LOAD_MS = 30_000;

/** Resolves when the browser runs, before the extension connects. The caller closes it. */
export async function openManagedBrowser(options: ManagedBrowserOptions): Promise<BrowserProcess> {
  const { machine, browser, startUrl = 'about:blank', hostManifest, isDriven = false } = options;
  const launch: LaunchOptions = {
    ...options,
    extensionFolder: prepareExtension(options),
    startUrl,
    platform: machine.platform,
    env: preparePrivateHome(machine, options.home),
    isRoot: machine.uid === 0,
    isHeadless: !hasDisplay(machine),
  };
  const isChromium = browser.engine === 'chromium';
  const hosts = isChromium ? prepareChromiumProfile(launch) : await prepareFirefoxProfile(launch);
  if (hostManifest !== undefined && hosts !== undefined) {
    mkdirSync(hosts, { recursive: true, mode: 0o700 });
    writeFileSync(join(hosts, `${hostManifest.name}.json`), hostManifest.text);
  }
  const isLoadedOverPipe = browser.loading === 'pipe';
  const opened = await openBrowserProcess({
    path: browser.path,
    args: isChromium ? chromiumArguments(launch) : firefoxArguments(launch),
    env: launch.env,
    platform: machine.platform,
    hasDebuggingPipe: isLoadedOverPipe || (isChromium && isDriven),
  });
  if (isLoadedOverPipe) await loadOverPipe(opened, launch.extensionFolder);
  return opened;
}

async function loadOverPipe(opened: BrowserProcess, path: string): Promise<void> {
  const { debuggingPipe } = opened;
  try {
    if (debuggingPipe === undefined) throw new SallyportError('ERR_INTERNAL', 'The browser has no debugging pipe.');
    const method = 'Extensions.loadUnpacked';
    await sendOverPipe(debuggingPipe, { method, params: { path }, timeoutMs: LOAD_MS });
  } catch (error) {
    await opened.close();
    throw error;
  }
}
