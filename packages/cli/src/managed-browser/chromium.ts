// Launches Chromium browsers with a separate profile and our extension.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchOptions } from './launch-options.ts';

/**
 * The debugging pipe is avoided where `--load-extension` works, because it sets `navigator.webdriver`, which sites can see.
 * `--silent-debugger-extension-api` hides the debugger bar, which shrinks the page by 56 pixels.
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
    // The /dev/shm of containers has 64 MB, too little for one page.
    ...(isHeadless ? ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage'] : []),
    // Chromium refuses to start as root with its sandbox.
    ...(isRoot ? ['--no-sandbox'] : []),
    ...(browser.loading === 'pipe'
      ? ['--remote-debugging-pipe', '--enable-unsafe-extension-debugging']
      : [`--load-extension=${extensionFolder}`, ...(isDriven ? ['--remote-debugging-pipe'] : [])]),
    startUrl,
  ];
}

/** Returns the folder where the browser looks for native host manifests. */
export function prepareChromiumProfile({ profileFolder }: LaunchOptions): string {
  const defaultFolder = join(profileFolder, 'Default');
  mkdirSync(defaultFolder, { recursive: true, mode: 0o700 });
  const preferences = join(defaultFolder, 'Preferences');
  // Without developer mode, runtime.reload() disables an unpacked extension.
  if (!existsSync(preferences)) writeFileSync(preferences, '{"extensions":{"ui":{"developer_mode":true}}}');
  return join(profileFolder, 'NativeMessagingHosts');
}
