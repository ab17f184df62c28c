// The browsers the installer supports: how each is detected, and where it reads native messaging manifests.

export type Platform = 'linux' | 'darwin' | 'win32';
export type Engine = 'chromium' | 'firefox';

/** Machine-specific folders; a path in the table starts with one in braces, or is absolute. */
export interface Folders {
  readonly home: string;
  /** Linux: where Chromium browsers keep profiles. */
  readonly config: string;
  /** macOS: `~/Library/Application Support`. */
  readonly support: string;
  /** Windows: `%LOCALAPPDATA%`, `%APPDATA%` and the two program folders. */
  readonly local: string;
  readonly roaming: string;
  readonly programs: string;
  readonly programs32: string;
}

interface BrowserPaths {
  /** Any of these means that the browser is installed. Not a bare profile folder, which other installers create. */
  readonly signs: readonly string[];
  /** Folders for the manifest file; on Windows registry keys that point to one. */
  readonly manifests: readonly string[];
}

export interface Browser {
  /** What `--browser` takes. */
  readonly name: string;
  readonly title: string;
  readonly engine: Engine;
  readonly places: Readonly<Partial<Record<Platform, BrowserPaths>>>;
}

const WINDOWS_ROOT = 'HKCU\\Software';

/** A Chromium browser writes `Local State` into its profile folder when it first runs. */
function onLinux(profile: string, programs: readonly string[], sharedProfiles: readonly string[] = []): BrowserPaths {
  return {
    signs: [`{config}/${profile}/Local State`, ...programs],
    manifests: [profile, ...sharedProfiles].map((folder) => `{config}/${folder}/NativeMessagingHosts`),
  };
}

function onMac(profile: string, app: string): BrowserPaths {
  return {
    signs: [`{support}/${profile}/Local State`, ...apps(app)],
    manifests: [`{support}/${profile}/NativeMessagingHosts`],
  };
}

function onWindows(signs: readonly string[], vendors: readonly string[]): BrowserPaths {
  return { signs, manifests: vendors.map((vendor) => `${WINDOWS_ROOT}\\${vendor}\\NativeMessagingHosts`) };
}

/** Chromium's installer puts profile and program under one vendor folder. */
function installedOnWindows(folder: string, program: string, vendors: readonly string[]): BrowserPaths {
  const signs = [`{local}/${folder}/User Data/Local State`, ...inProgramFolders(`${folder}/Application/${program}`)];
  return onWindows(signs, vendors);
}

function inProgramFolders(program: string): readonly string[] {
  return [`{programs}/${program}`, `{programs32}/${program}`, `{local}/${program}`];
}

/** All Chrome channels read this key, and so do some Chromium forks. */
const CHROME_KEY = 'Google\\Chrome';

const mozillaOnMac = '{support}/Mozilla/NativeMessagingHosts';
const mozillaOnLinux = '{home}/.mozilla/native-messaging-hosts';

function chromium(name: string, title: string, places: Browser['places']): Browser {
  return { name, title, engine: 'chromium', places };
}

type Signs = Readonly<Record<Platform, readonly string[]>>;

/** Firefox editions share one folder; forks may read another one, additionally or instead. */
function firefox(name: string, title: string, signs: Signs, manifests: Partial<Signs> = {}): Browser {
  const { linux = [mozillaOnLinux], darwin = [mozillaOnMac], win32 = ['Mozilla'] } = manifests;
  return {
    name,
    title,
    engine: 'firefox',
    places: {
      linux: { signs: signs.linux, manifests: linux },
      darwin: { signs: signs.darwin, manifests: darwin },
      win32: onWindows(signs.win32, win32),
    },
  };
}

/** For all users, and for this user. */
function apps(name: string): readonly string[] {
  return [`/Applications/${name}.app`, `{home}/Applications/${name}.app`];
}

export const browsers: readonly Browser[] = [
  chromium('chrome', 'Google Chrome', {
    linux: onLinux('google-chrome', ['/usr/bin/google-chrome-stable', '/opt/google/chrome/chrome']),
    darwin: onMac('Google/Chrome', 'Google Chrome'),
    win32: installedOnWindows('Google/Chrome', 'chrome.exe', [CHROME_KEY]),
  }),
  chromium('chrome-beta', 'Google Chrome Beta', {
    linux: onLinux('google-chrome-beta', ['/usr/bin/google-chrome-beta', '/opt/google/chrome-beta/chrome']),
    darwin: onMac('Google/Chrome Beta', 'Google Chrome Beta'),
    win32: installedOnWindows('Google/Chrome Beta', 'chrome.exe', [CHROME_KEY]),
  }),
  chromium('chrome-dev', 'Google Chrome Dev', {
    linux: onLinux('google-chrome-unstable', ['/usr/bin/google-chrome-unstable', '/opt/google/chrome-unstable/chrome']),
    darwin: onMac('Google/Chrome Dev', 'Google Chrome Dev'),
    win32: installedOnWindows('Google/Chrome Dev', 'chrome.exe', [CHROME_KEY]),
  }),
  chromium('chrome-canary', 'Google Chrome Canary', {
    linux: onLinux('google-chrome-canary', ['/usr/bin/google-chrome-canary', '/opt/google/chrome-canary/chrome']),
    darwin: onMac('Google/Chrome Canary', 'Google Chrome Canary'),
    win32: onWindows(
      ['{local}/Google/Chrome SxS/User Data/Local State', '{local}/Google/Chrome SxS/Application/chrome.exe'],
      [CHROME_KEY],
    ),
  }),
  chromium('chromium', 'Chromium', {
    linux: onLinux('chromium', ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/lib/chromium/chromium']),
    darwin: onMac('Chromium', 'Chromium'),
    win32: installedOnWindows('Chromium', 'chrome.exe', ['Chromium']),
  }),
  chromium('edge', 'Microsoft Edge', {
    linux: onLinux('microsoft-edge', ['/usr/bin/microsoft-edge-stable', '/opt/microsoft/msedge/msedge']),
    darwin: onMac('Microsoft Edge', 'Microsoft Edge'),
    win32: installedOnWindows('Microsoft/Edge', 'msedge.exe', ['Microsoft\\Edge']),
  }),
  chromium('brave', 'Brave', {
    linux: onLinux('BraveSoftware/Brave-Browser', ['/usr/bin/brave-browser-stable', '/opt/brave.com/brave/brave']),
    darwin: onMac('BraveSoftware/Brave-Browser', 'Brave Browser'),
    win32: installedOnWindows('BraveSoftware/Brave-Browser', 'brave.exe', ['BraveSoftware\\Brave-Browser', CHROME_KEY]),
  }),
  chromium('vivaldi', 'Vivaldi', {
    linux: onLinux('vivaldi', ['/usr/bin/vivaldi-stable', '/opt/vivaldi/vivaldi']),
    darwin: onMac('Vivaldi', 'Vivaldi'),
    win32: installedOnWindows('Vivaldi', 'vivaldi.exe', ['Vivaldi', CHROME_KEY]),
  }),
  chromium('opera', 'Opera', {
    // Opera on Linux also reads Chrome's folder.
    linux: onLinux('opera', ['/usr/bin/opera', '/usr/lib/x86_64-linux-gnu/opera/opera'], ['google-chrome']),
    darwin: onMac('com.operasoftware.Opera', 'Opera'),
    win32: onWindows(
      [
        '{roaming}/Opera Software/Opera Stable/Local State',
        '{local}/Programs/Opera/opera.exe',
        '{programs}/Opera/opera.exe',
      ],
      ['Opera Software\\Opera Stable', CHROME_KEY],
    ),
  }),
  // Arc has no Linux build; on Windows it reads Chrome's key.
  chromium('arc', 'Arc', {
    darwin: onMac('Arc/User Data', 'Arc'),
    win32: onWindows(['{local}/Microsoft/WindowsApps/Arc.exe'], [CHROME_KEY]),
  }),
  firefox('firefox', 'Firefox', {
    linux: [
      '{home}/.mozilla/firefox/profiles.ini',
      '{config}/mozilla/firefox/profiles.ini',
      '/usr/bin/firefox',
      '/usr/lib/firefox/firefox',
      '/opt/firefox/firefox',
      '/snap/bin/firefox',
    ],
    darwin: ['{support}/Firefox/profiles.ini', ...apps('Firefox')],
    win32: ['{roaming}/Mozilla/Firefox/profiles.ini', ...inProgramFolders('Mozilla Firefox/firefox.exe')],
  }),
  firefox('firefox-esr', 'Firefox ESR', {
    linux: ['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/opt/firefox-esr/firefox'],
    darwin: apps('Firefox ESR'),
    win32: inProgramFolders('Mozilla Firefox ESR/firefox.exe'),
  }),
  firefox('firefox-developer-edition', 'Firefox Developer Edition', {
    linux: [
      '/usr/bin/firefox-developer-edition',
      '/usr/bin/firefox-devedition',
      '/opt/firefox-developer-edition/firefox',
    ],
    darwin: apps('Firefox Developer Edition'),
    win32: inProgramFolders('Firefox Developer Edition/firefox.exe'),
  }),
  firefox(
    'librewolf',
    'LibreWolf',
    {
      linux: ['{home}/.librewolf/profiles.ini', '/usr/bin/librewolf', '/usr/share/librewolf/librewolf'],
      darwin: ['{support}/librewolf/profiles.ini', ...apps('LibreWolf')],
      win32: ['{roaming}/librewolf/profiles.ini', ...inProgramFolders('LibreWolf/librewolf.exe')],
    },
    {
      linux: ['{home}/.librewolf/native-messaging-hosts'],
      darwin: ['{support}/librewolf/NativeMessagingHosts'],
      win32: ['LibreWolf', 'Mozilla'],
    },
  ),
  // Some Zen releases read only Firefox's folder, some only their own.
  firefox(
    'zen',
    'Zen',
    {
      linux: ['{home}/.zen/profiles.ini', '{config}/zen/profiles.ini', '/usr/bin/zen-browser', '/opt/zen/zen'],
      darwin: ['{support}/zen/profiles.ini', ...apps('Zen')],
      win32: ['{roaming}/zen/profiles.ini', ...inProgramFolders('Zen Browser/zen.exe')],
    },
    {
      linux: ['{home}/.zen/native-messaging-hosts', mozillaOnLinux],
      darwin: ['{support}/zen/NativeMessagingHosts', mozillaOnMac],
    },
  ),
];
