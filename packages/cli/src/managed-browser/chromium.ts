// A Chromium-family browser with a profile of its own and our extension in it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchOptions } from './launch-options.ts';

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

/** Returns the folder in which it looks for native hosts. */
export function prepareChromiumProfile({ profileFolder }: LaunchOptions): string {
  const defaultFolder = join(profileFolder, 'Default');
  mkdirSync(defaultFolder, { recursive: true, mode: 0o700 });
  const preferences = join(defaultFolder, 'Preferences');
  // Without developer mode an unpacked extension is disabled by its own runtime.reload().
  if (!existsSync(preferences)) writeFileSync(preferences, '{"extensions":{"ui":{"developer_mode":true}}}');
  return join(profileFolder, 'NativeMessagingHosts');
}
