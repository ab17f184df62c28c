// Which supported browsers are installed, and which cannot work.
import { posix, win32 } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import { type Browser, browsers, type Folders, type Platform } from './browsers.ts';

export interface BrowserFacts {
  readonly platform: Platform;
  readonly folders: Folders;
  readonly exists: (path: string) => boolean;
}

export interface PresentBrowser {
  readonly browser: Browser;
  /** Folders for the manifest file; on Windows registry keys. */
  readonly manifests: readonly string[];
}

export function pathsOf(platform: Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** All installed browsers of the table, in its order. */
function findBrowsers({ platform, folders, exists }: BrowserFacts): PresentBrowser[] {
  return browsers.flatMap((browser) => {
    const place = browser.places[platform];
    if (!place?.signs.some((sign) => exists(expand(sign, folders, platform)))) return [];
    return [{ browser, manifests: place.manifests.map((manifest) => expand(manifest, folders, platform)) }];
  });
}

/** The installed browsers with these names, or all. Throws for an unknown or missing browser, or if there is none. */
export function chooseBrowsers(facts: BrowserFacts, names: readonly string[]): PresentBrowser[] {
  const present = findBrowsers(facts);
  const known = browsers.filter(({ places }) => places[facts.platform] !== undefined);
  if (names.length === 0 && present.length === 0) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'No supported browser was found.', {
      hint: `Install one, or start it once as this user. Supported: ${known.map(({ title }) => title).join(', ')}.`,
    });
  }
  for (const name of names) {
    const browser = known.find((candidate) => candidate.name === name);
    if (browser === undefined) {
      throw new SallyportError('ERR_INPUT_INVALID', `Unknown browser "${name}".`, {
        hint: `Supported on this system: ${known.map((candidate) => candidate.name).join(', ')}.`,
      });
    }
    if (!present.some((found) => found.browser === browser)) {
      throw new SallyportError('ERR_SERVER_UNAVAILABLE', `${browser.title} was not found on this machine.`, {
        hint: 'Start it once as this user, so that it has a profile, and try again.',
      });
    }
  }
  return names.length === 0 ? present : present.filter(({ browser }) => names.includes(browser.name));
}

/** Sandboxed browsers, which cannot start programs outside. */
const confined: readonly { readonly title: string; readonly sign: string }[] = [
  { title: 'Chromium (snap)', sign: '/snap/bin/chromium' },
  { title: 'Brave (snap)', sign: '/snap/bin/brave' },
  { title: 'Google Chrome (flatpak)', sign: '{home}/.var/app/com.google.Chrome' },
  { title: 'Chromium (flatpak)', sign: '{home}/.var/app/org.chromium.Chromium' },
  { title: 'Brave (flatpak)', sign: '{home}/.var/app/com.brave.Browser' },
  { title: 'Microsoft Edge (flatpak)', sign: '{home}/.var/app/com.microsoft.Edge' },
  { title: 'Firefox (flatpak)', sign: '{home}/.var/app/org.mozilla.firefox' },
];

export function confinementWarnings({ platform, folders, exists }: BrowserFacts): string[] {
  if (platform !== 'linux') return [];
  return confined
    .filter(({ sign }) => exists(expand(sign, folders, platform)))
    .map(({ title }) => `${title} runs in a sandbox and cannot start the native host; use a build without one.`);
}

function expand(template: string, folders: Folders, platform: Platform): string {
  if (template.startsWith('HK')) return template;
  const values: Readonly<Record<string, string>> = { ...folders };
  const path = template.replace(/^\{(\w+)\}/, (whole, name: string) => values[name] ?? whole);
  return pathsOf(platform).normalize(path);
}
