// The search for a browser on machines that are not this one.
import { SallyportError } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { findBrowser, openableBrowsers, type SearchedMachine } from './find.ts';

function machine(platform: NodeJS.Platform, files: readonly string[], env: Record<string, string> = {}) {
  const present = new Set(files);
  return {
    platform,
    env,
    accountHome: '/home/ada',
    isExecutable: (path) => present.has(path),
  } satisfies SearchedMachine;
}

function errorOf(run: () => unknown): SallyportError {
  try {
    run();
  } catch (error) {
    if (error instanceof SallyportError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

describe('openableBrowsers', () => {
  it.each<[string, SearchedMachine, readonly string[]]>([
    [
      'Linux, by names on PATH',
      machine('linux', ['/opt/tools/chromium', '/opt/tools/firefox-esr'], { PATH: '/usr/games:/opt/tools' }),
      ['chromium /opt/tools/chromium', 'firefox-esr /opt/tools/firefox-esr'],
    ],
    [
      'Linux with no PATH, by the usual folders',
      machine('linux', ['/usr/bin/chromium', '/opt/google/chrome/chrome']),
      ['chromium /usr/bin/chromium', 'chrome /opt/google/chrome/chrome'],
    ],
    [
      'macOS, in both Applications folders',
      machine('darwin', [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/home/ada/Applications/Firefox Nightly.app/Contents/MacOS/firefox',
      ]),
      [
        'chrome /Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        'firefox-nightly /home/ada/Applications/Firefox Nightly.app/Contents/MacOS/firefox',
      ],
    ],
    [
      'Windows, in the program folders',
      machine('win32', ['C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe'], {
        ProgramFiles: 'C:\\Program Files',
        LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local',
      }),
      ['chromium C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe'],
    ],
    ['a machine with only snaps', machine('linux', ['/snap/bin/chromium'], { PATH: '/snap/bin' }), []],
    ['a PATH that names the current folder', machine('linux', ['chromium', './chromium'], { PATH: '.::' }), []],
  ])('looks on %s', (_, searched, expected) => {
    expect(openableBrowsers(searched).map(({ name, path }) => `${name} ${path}`)).toEqual(expected);
  });
});

describe('findBrowser', () => {
  const both = machine('linux', ['/usr/bin/google-chrome', '/usr/bin/firefox-esr']);

  it('takes the first of all when nobody asked for one', () => {
    expect(findBrowser(both)).toEqual({
      name: 'chrome',
      title: 'Google Chrome',
      engine: 'chromium',
      loading: 'pipe',
      path: '/usr/bin/google-chrome',
    });
  });

  it('takes any Firefox that accepts our extension for "firefox"', () => {
    expect(findBrowser(both, 'firefox').name).toBe('firefox-esr');
  });

  it('does not take Chrome for Chromium, but says that it is there', () => {
    const error = errorOf(() => findBrowser(both, 'chromium'));
    expect(error.code).toBe('ERR_SERVER_UNAVAILABLE');
    expect(error.hint).toBe(
      'Install one: sudo apt-get update && sudo apt-get install --no-install-recommends chromium. ' +
        'Or use one that is installed: --browser chrome | firefox-esr.',
    );
  });

  it('names the command that installs a browser on each system', () => {
    const hintOf = (platform: NodeJS.Platform, wanted?: string) =>
      errorOf(() => findBrowser(machine(platform, []), wanted)).hint;
    expect(hintOf('darwin')).toBe('Install one: brew install --cask chromium.');
    expect(hintOf('win32', 'edge')).toBe('Install one: winget install Google.Chrome.');
    expect(hintOf('darwin', 'firefox')).toBe(
      'Install one: brew install --cask firefox@developer-edition. Release builds of Firefox accept only signed extensions.',
    );
  });

  it('names the known browsers when it is asked for an unknown one', () => {
    const error = errorOf(() => findBrowser(both, 'netscape'));
    expect(error.code).toBe('ERR_INPUT_INVALID');
    expect(error.hint).toContain('chromium, chrome, edge, brave, vivaldi, firefox-esr');
  });
});
