// The browsers that Sallyport can open with a profile of its own, where each system keeps them, and how each takes our extension.

import type { Engine } from '../install/browsers.ts';

export interface KnownBrowser {
  /** As `--browser` takes it. */
  readonly name: string;
  readonly title: string;
  readonly engine: Engine;
  /**
   * `flag`: --load-extension. `pipe`: Chrome's own builds ignore that flag since version 137, so the extension goes in over
   * the debugging pipe. `side-load`: an unsigned XPI in the profile, which only these editions of Firefox accept.
   */
  readonly loading: 'flag' | 'pipe' | 'side-load';
  /** Names on PATH. */
  readonly commands: readonly string[];
  /** Places that are on nobody's PATH. */
  readonly linux: readonly string[];
  /** Below an Applications folder. */
  readonly macos: readonly string[];
  /** Below Program Files or the local application data. */
  readonly windows: readonly string[];
}

/** In the order of choice when nobody asked for one. */
export const knownBrowsers: readonly KnownBrowser[] = [
  {
    name: 'chromium',
    title: 'Chromium',
    engine: 'chromium',
    loading: 'flag',
    commands: ['chromium', 'chromium-browser'],
    linux: ['/usr/lib/chromium/chromium', '/usr/lib64/chromium-browser/chromium-browser'],
    macos: ['Chromium.app/Contents/MacOS/Chromium'],
    windows: ['Chromium\\Application\\chrome.exe'],
  },
  {
    name: 'chrome',
    title: 'Google Chrome',
    engine: 'chromium',
    loading: 'pipe',
    commands: ['google-chrome-stable', 'google-chrome'],
    linux: ['/opt/google/chrome/chrome'],
    macos: ['Google Chrome.app/Contents/MacOS/Google Chrome'],
    windows: ['Google\\Chrome\\Application\\chrome.exe'],
  },
  {
    name: 'edge',
    title: 'Microsoft Edge',
    engine: 'chromium',
    loading: 'pipe',
    commands: ['microsoft-edge-stable', 'microsoft-edge'],
    linux: ['/opt/microsoft/msedge/msedge'],
    macos: ['Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    windows: ['Microsoft\\Edge\\Application\\msedge.exe'],
  },
  {
    name: 'brave',
    title: 'Brave',
    engine: 'chromium',
    loading: 'flag',
    commands: ['brave-browser', 'brave'],
    linux: ['/opt/brave.com/brave/brave'],
    macos: ['Brave Browser.app/Contents/MacOS/Brave Browser'],
    windows: ['BraveSoftware\\Brave-Browser\\Application\\brave.exe'],
  },
  {
    name: 'vivaldi',
    title: 'Vivaldi',
    engine: 'chromium',
    loading: 'flag',
    commands: ['vivaldi-stable', 'vivaldi'],
    linux: ['/opt/vivaldi/vivaldi'],
    macos: ['Vivaldi.app/Contents/MacOS/Vivaldi'],
    windows: ['Vivaldi\\Application\\vivaldi.exe'],
  },
  {
    name: 'firefox-esr',
    title: 'Firefox ESR',
    engine: 'firefox',
    loading: 'side-load',
    commands: ['firefox-esr'],
    linux: ['/usr/lib/firefox-esr/firefox-esr', '/opt/firefox-esr/firefox'],
    macos: [],
    windows: [],
  },
  {
    name: 'firefox-developer-edition',
    title: 'Firefox Developer Edition',
    engine: 'firefox',
    loading: 'side-load',
    commands: ['firefox-developer-edition', 'firefox-devedition'],
    linux: ['/opt/firefox-developer/firefox', '/usr/lib/firefox-developer-edition/firefox'],
    macos: ['Firefox Developer Edition.app/Contents/MacOS/firefox'],
    windows: ['Firefox Developer Edition\\firefox.exe'],
  },
  {
    name: 'firefox-nightly',
    title: 'Firefox Nightly',
    engine: 'firefox',
    loading: 'side-load',
    commands: ['firefox-nightly'],
    linux: ['/opt/firefox-nightly/firefox', '/usr/lib/firefox-nightly/firefox'],
    macos: ['Firefox Nightly.app/Contents/MacOS/firefox'],
    windows: ['Firefox Nightly\\firefox.exe'],
  },
];
