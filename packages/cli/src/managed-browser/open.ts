// Opens a browser that is Sallyport's own: a profile and a home apart from the user's, the extension loaded.
import type { BrowserProcess } from './browser-process.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import type { LaunchOptions, ManagedBrowserOptions } from './launch-options.ts';
import { prepareExtension } from './managed-extension.ts';
import { hasDisplay, preparePrivateHome } from './private-home.ts';

/** Resolves when it runs; that the extension is connected is known by its native host. The caller closes it. */
export function openManagedBrowser(options: ManagedBrowserOptions): Promise<BrowserProcess> {
  const { machine, startUrl = 'about:blank', ...rest } = options;
  const { platform } = machine;
  const launch: LaunchOptions = {
    ...rest,
    extensionFolder: prepareExtension(rest),
    startUrl,
    platform,
    env: preparePrivateHome(machine, rest.home),
    isRoot: machine.uid === 0,
    isHeadless: !hasDisplay(machine),
  };
  return rest.browser.engine === 'chromium' ? openChromium(launch) : openFirefox(launch);
}
