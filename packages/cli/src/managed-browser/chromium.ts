// A Chromium-family browser with a profile of its own and our extension in it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import { type BrowserProcess, openBrowserProcess } from './browser-process.ts';
import { sendOverPipe } from './debugging-pipe.ts';
import type { LaunchOptions } from './launch-options.ts';

/** A cold start on a slow disk; on an idle machine it is half a second. */
const LOAD_MS = 30_000;

export async function openChromium(options: LaunchOptions): Promise<BrowserProcess> {
  const { browser, env, platform, extensionFolder, isDriven = false } = options;
  prepareProfile(options);
  const isLoadedOverPipe = browser.loading === 'pipe';
  const opened = await openBrowserProcess({
    path: browser.path,
    args: chromiumArguments(options),
    env,
    platform,
    hasDebuggingPipe: isLoadedOverPipe || isDriven,
  });
  if (!isLoadedOverPipe) return opened;
  try {
    await loadOverPipe(opened, extensionFolder);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * A pipe is not used where the flag does: it turns `navigator.webdriver` on, by which sites tell an automated browser.
 * `--silent-debugger-extension-api` keeps the bar away that shrinks the page by 56 pixels when a tool attaches.
 */
export function chromiumArguments(options: LaunchOptions): string[] {
  const { browser, platform, profileFolder, extensionFolder, isHeadless, isRoot, isDriven, startUrl } = options;
  return [
    `--user-data-dir=${profileFolder}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-component-update',
    '--disable-sync',
    '--hide-crash-restore-bubble',
    '--password-store=basic',
    '--silent-debugger-extension-api',
    '--window-size=1280,800',
    ...(platform === 'darwin' ? ['--use-mock-keychain'] : []),
    // Containers have a /dev/shm of 64 MB, too little for one page.
    ...(isHeadless ? ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage'] : []),
    // Chromium refuses to start as root with its sandbox.
    ...(isRoot ? ['--no-sandbox'] : []),
    ...(browser.loading === 'pipe'
      ? ['--remote-debugging-pipe', '--enable-unsafe-extension-debugging']
      : [`--load-extension=${extensionFolder}`, ...(isDriven ? ['--remote-debugging-pipe'] : [])]),
    startUrl,
  ];
}

function prepareProfile({ profileFolder, hostManifest }: LaunchOptions): void {
  const defaultFolder = join(profileFolder, 'Default');
  mkdirSync(defaultFolder, { recursive: true, mode: 0o700 });
  const preferences = join(defaultFolder, 'Preferences');
  // Without developer mode an unpacked extension is disabled by its own runtime.reload().
  if (!existsSync(preferences)) writeFileSync(preferences, '{"extensions":{"ui":{"developer_mode":true}}}');
  if (hostManifest === undefined) return;
  const hosts = join(profileFolder, 'NativeMessagingHosts');
  mkdirSync(hosts, { recursive: true, mode: 0o700 });
  writeFileSync(join(hosts, `${hostManifest.name}.json`), hostManifest.text);
}

async function loadOverPipe(opened: BrowserProcess, extensionFolder: string): Promise<void> {
  const { debuggingPipe } = opened;
  if (debuggingPipe === undefined) throw new SallyportError('ERR_INTERNAL', 'The browser has no debugging pipe.');
  await sendOverPipe(debuggingPipe, {
    method: 'Extensions.loadUnpacked',
    params: { path: extensionFolder },
    timeoutMs: LOAD_MS,
  });
}
