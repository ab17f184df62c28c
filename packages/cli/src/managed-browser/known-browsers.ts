// The browsers that Sallyport can open: their paths on each system, and how each loads our extension.

import type { Engine } from '../install/browsers.ts';

export interface KnownBrowser {
  /** As `--browser` takes it. */
  readonly name: string;
  readonly title: string;
  readonly engine: Engine;
  /**
   * `flag`: --load-extension. `pipe`: the debugging pipe, because branded Chrome ignores that flag since version 137.
   * `side-load`: an unsigned XPI in the profile, which only these Firefox editions accept.
   */
  readonly loading: 'flag' | 'pipe' | 'side-load';
  /** Names on PATH. */
  readonly commands: readonly string[];
  /** Full paths outside of PATH. */
  readonly linux: readonly string[];
  /** Below an Applications folder. */
  readonly macos: readonly string[];
  /** Below Program Files or the local application data. */
  readonly windows: readonly string[];
}

type BrowserPaths = Omit<KnownBrowser, 'name' | 'title' | 'engine' | 'loading'>;

function known(name: string, title: string, loading: KnownBrowser['loading'], places: BrowserPaths): KnownBrowser {
  return { name, title, engine: loading === 'side-load' ? 'firefox' : 'chromium', loading, ...places };
}

/** In order of preference. */
export const knownBrowsers: readonly KnownBrowser[] = [
  known('chromium', 'Chromium', 'flag', {
    commands: ['chromium', 'chromium-browser'],
    linux: ['/usr/lib/chromium/chromium', '/usr/lib64/chromium-browser/chromium-browser'],
    macos: ['Chromium.app/Contents/MacOS/Chromium'],
    windows: ['Chromium\\Application\\chrome.exe'],
  }),
  known('chrome', 'Google Chrome', 'pipe', {
    commands: ['google-chrome-stable', 'google-chrome'],
    linux: ['/opt/google/chrome/chrome'],
    macos: ['Google Chrome.app/Contents/MacOS/Google Chrome'],
    windows: ['Google\\Chrome\\Application\\chrome.exe'],
  }),
  known('edge', 'Microsoft Edge', 'pipe', {
    commands: ['microsoft-edge-stable', 'microsoft-edge'],
    linux: ['/opt/microsoft/msedge/msedge'],
    macos: ['Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    windows: ['Microsoft\\Edge\\Application\\msedge.exe'],
  }),
  known('brave', 'Brave', 'flag', {
    commands: ['brave-browser', 'brave'],
    linux: ['/opt/brave.com/brave/brave'],
    macos: ['Brave Browser.app/Contents/MacOS/Brave Browser'],
    windows: ['BraveSoftware\\Brave-Browser\\Application\\brave.exe'],
  }),
  known('vivaldi', 'Vivaldi', 'flag', {
    commands: ['vivaldi-stable', 'vivaldi'],
    linux: ['/opt/vivaldi/vivaldi'],
    macos: ['Vivaldi.app/Contents/MacOS/Vivaldi'],
    windows: ['Vivaldi\\Application\\vivaldi.exe'],
  }),
  known('firefox-esr', 'Firefox ESR', 'side-load', {
    commands: ['firefox-esr'],
    linux: ['/usr/lib/firefox-esr/firefox-esr', '/opt/firefox-esr/firefox'],
    macos: [],
    windows: [],
  }),
  known('firefox-developer-edition', 'Firefox Developer Edition', 'side-load', {
    commands: ['firefox-developer-edition', 'firefox-devedition'],
    linux: ['/opt/firefox-developer/firefox', '/usr/lib/firefox-developer-edition/firefox'],
    macos: ['Firefox Developer Edition.app/Contents/MacOS/firefox'],
    windows: ['Firefox Developer Edition\\firefox.exe'],
  }),
  known('firefox-nightly', 'Firefox Nightly', 'side-load', {
    commands: ['firefox-nightly'],
    linux: ['/opt/firefox-nightly/firefox', '/usr/lib/firefox-nightly/firefox'],
    macos: ['Firefox Nightly.app/Contents/MacOS/firefox'],
    windows: ['Firefox Nightly\\firefox.exe'],
  }),
];
