// Which browsers the installer knows: how each is recognised, and where it looks for native messaging manifests.

export type Platform = 'linux' | 'darwin' | 'win32';
export type Engine = 'chromium' | 'firefox';

/** Folders that differ between machines; a path of the table begins with the name of one, or with a slash. */
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

interface Place {
  /** Any of these proves that the browser is here. A bare profile folder proves nothing: other installers create them. */
  readonly signs: readonly string[];
  /** Folders for the manifest file; on Windows registry keys that point to one. */
  readonly manifests: readonly string[];
}

export interface Browser {
  /** What `--browser` takes. */
  readonly name: string;
  readonly title: string;
  readonly engine: Engine;
  readonly places: Readonly<Partial<Record<Platform, Place>>>;
}

const WINDOWS_ROOT = 'HKCU\\Software';

/** A Chromium browser writes `Local State` into its profile folder when it first runs. */
function onLinux(profile: string, programs: readonly string[], sharedProfiles: readonly string[] = []): Place {
  return {
    signs: [`{config}/${profile}/Local State`, ...programs],
    manifests: [profile, ...sharedProfiles].map((folder) => `{config}/${folder}/NativeMessagingHosts`),
  };
}

function onMac(profile: string, app: string): Place {
  return {
    signs: [`{support}/${profile}/Local State`, `/Applications/${app}.app`, `{home}/Applications/${app}.app`],
    manifests: [`{support}/${profile}/NativeMessagingHosts`],
  };
}

function onWindows(signs: readonly string[], vendors: readonly string[]): Place {
  return { signs, manifests: vendors.map((vendor) => `${WINDOWS_ROOT}\\${vendor}\\NativeMessagingHosts`) };
}

function inProgramFolders(program: string): readonly string[] {
  return [`{programs}/${program}`, `{programs32}/${program}`, `{local}/${program}`];
}

/** All channels of Chrome read one registry key, and so do browsers that kept Chromium's lookup under their own brand. */
const CHROME_KEY = 'Google\\Chrome';

const mozillaOnMac = '{support}/Mozilla/NativeMessagingHosts';
const mozillaOnLinux = '{home}/.mozilla/native-messaging-hosts';

function firefox(name: string, title: string, signs: Readonly<Record<Platform, readonly string[]>>): Browser {
  return {
    name,
    title,
    engine: 'firefox',
    places: {
      linux: { signs: signs.linux, manifests: [mozillaOnLinux] },
      darwin: { signs: signs.darwin, manifests: [mozillaOnMac] },
      win32: onWindows(signs.win32, ['Mozilla']),
    },
  };
}

export const browsers: readonly Browser[] = [
  {
    name: 'chrome',
    title: 'Google Chrome',
    engine: 'chromium',
    places: {
      linux: onLinux('google-chrome', ['/usr/bin/google-chrome-stable', '/opt/google/chrome/chrome']),
      darwin: onMac('Google/Chrome', 'Google Chrome'),
      win32: onWindows(
        ['{local}/Google/Chrome/User Data/Local State', ...inProgramFolders('Google/Chrome/Application/chrome.exe')],
        [CHROME_KEY],
      ),
    },
  },
  {
    name: 'chrome-beta',
    title: 'Google Chrome Beta',
    engine: 'chromium',
    places: {
      linux: onLinux('google-chrome-beta', ['/usr/bin/google-chrome-beta', '/opt/google/chrome-beta/chrome']),
      darwin: onMac('Google/Chrome Beta', 'Google Chrome Beta'),
      win32: onWindows(
        [
          '{local}/Google/Chrome Beta/User Data/Local State',
          ...inProgramFolders('Google/Chrome Beta/Application/chrome.exe'),
        ],
        [CHROME_KEY],
      ),
    },
  },
  {
    name: 'chrome-dev',
    title: 'Google Chrome Dev',
    engine: 'chromium',
    places: {
      linux: onLinux('google-chrome-unstable', [
        '/usr/bin/google-chrome-unstable',
        '/opt/google/chrome-unstable/chrome',
      ]),
      darwin: onMac('Google/Chrome Dev', 'Google Chrome Dev'),
      win32: onWindows(
        [
          '{local}/Google/Chrome Dev/User Data/Local State',
          ...inProgramFolders('Google/Chrome Dev/Application/chrome.exe'),
        ],
        [CHROME_KEY],
      ),
    },
  },
  {
    name: 'chrome-canary',
    title: 'Google Chrome Canary',
    engine: 'chromium',
    places: {
      linux: onLinux('google-chrome-canary', ['/usr/bin/google-chrome-canary', '/opt/google/chrome-canary/chrome']),
      darwin: onMac('Google/Chrome Canary', 'Google Chrome Canary'),
      win32: onWindows(
        ['{local}/Google/Chrome SxS/User Data/Local State', '{local}/Google/Chrome SxS/Application/chrome.exe'],
        [CHROME_KEY],
      ),
    },
  },
  {
    name: 'chromium',
    title: 'Chromium',
    engine: 'chromium',
    places: {
      linux: onLinux('chromium', ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/lib/chromium/chromium']),
      darwin: onMac('Chromium', 'Chromium'),
      win32: onWindows(
        ['{local}/Chromium/User Data/Local State', ...inProgramFolders('Chromium/Application/chrome.exe')],
        ['Chromium'],
      ),
    },
  },
  {
    name: 'edge',
    title: 'Microsoft Edge',
    engine: 'chromium',
    places: {
      linux: onLinux('microsoft-edge', ['/usr/bin/microsoft-edge-stable', '/opt/microsoft/msedge/msedge']),
      darwin: onMac('Microsoft Edge', 'Microsoft Edge'),
      win32: onWindows(
        ['{local}/Microsoft/Edge/User Data/Local State', ...inProgramFolders('Microsoft/Edge/Application/msedge.exe')],
        ['Microsoft\\Edge'],
      ),
    },
  },
  {
    name: 'brave',
    title: 'Brave',
    engine: 'chromium',
    places: {
      linux: onLinux('BraveSoftware/Brave-Browser', ['/usr/bin/brave-browser-stable', '/opt/brave.com/brave/brave']),
      darwin: onMac('BraveSoftware/Brave-Browser', 'Brave Browser'),
      win32: onWindows(
        [
          '{local}/BraveSoftware/Brave-Browser/User Data/Local State',
          ...inProgramFolders('BraveSoftware/Brave-Browser/Application/brave.exe'),
        ],
        ['BraveSoftware\\Brave-Browser', CHROME_KEY],
      ),
    },
  },
  {
    name: 'vivaldi',
    title: 'Vivaldi',
    engine: 'chromium',
    places: {
      linux: onLinux('vivaldi', ['/usr/bin/vivaldi-stable', '/opt/vivaldi/vivaldi']),
      darwin: onMac('Vivaldi', 'Vivaldi'),
      win32: onWindows(
        ['{local}/Vivaldi/User Data/Local State', ...inProgramFolders('Vivaldi/Application/vivaldi.exe')],
        ['Vivaldi', CHROME_KEY],
      ),
    },
  },
  {
    name: 'opera',
    title: 'Opera',
    engine: 'chromium',
    places: {
      // Opera on Linux is known to look in Chrome's folder besides its own.
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
    },
  },
  {
    // Arc has no Linux build; on Windows it is a store app that kept Chrome's key.
    name: 'arc',
    title: 'Arc',
    engine: 'chromium',
    places: {
      darwin: onMac('Arc/User Data', 'Arc'),
      win32: onWindows(['{local}/Microsoft/WindowsApps/Arc.exe'], [CHROME_KEY]),
    },
  },
  firefox('firefox', 'Firefox', {
    linux: [
      '{home}/.mozilla/firefox/profiles.ini',
      '{config}/mozilla/firefox/profiles.ini',
      '/usr/bin/firefox',
      '/usr/lib/firefox/firefox',
      '/opt/firefox/firefox',
      '/snap/bin/firefox',
    ],
    darwin: ['{support}/Firefox/profiles.ini', '/Applications/Firefox.app', '{home}/Applications/Firefox.app'],
    win32: ['{roaming}/Mozilla/Firefox/profiles.ini', ...inProgramFolders('Mozilla Firefox/firefox.exe')],
  }),
  firefox('firefox-esr', 'Firefox ESR', {
    linux: ['/usr/bin/firefox-esr', '/usr/lib/firefox-esr/firefox-esr', '/opt/firefox-esr/firefox'],
    darwin: ['/Applications/Firefox ESR.app', '{home}/Applications/Firefox ESR.app'],
    win32: inProgramFolders('Mozilla Firefox ESR/firefox.exe'),
  }),
  firefox('firefox-developer-edition', 'Firefox Developer Edition', {
    linux: [
      '/usr/bin/firefox-developer-edition',
      '/usr/bin/firefox-devedition',
      '/opt/firefox-developer-edition/firefox',
    ],
    darwin: ['/Applications/Firefox Developer Edition.app', '{home}/Applications/Firefox Developer Edition.app'],
    win32: inProgramFolders('Firefox Developer Edition/firefox.exe'),
  }),
  {
    name: 'librewolf',
    title: 'LibreWolf',
    engine: 'firefox',
    places: {
      linux: {
        signs: ['{home}/.librewolf/profiles.ini', '/usr/bin/librewolf', '/usr/share/librewolf/librewolf'],
        manifests: ['{home}/.librewolf/native-messaging-hosts'],
      },
      darwin: {
        signs: ['{support}/librewolf/profiles.ini', '/Applications/LibreWolf.app', '{home}/Applications/LibreWolf.app'],
        manifests: ['{support}/librewolf/NativeMessagingHosts'],
      },
      win32: onWindows(
        ['{roaming}/librewolf/profiles.ini', ...inProgramFolders('LibreWolf/librewolf.exe')],
        ['LibreWolf', 'Mozilla'],
      ),
    },
  },
  {
    // Zen's releases disagree on whose folder they read: some look in Firefox's alone, some in their own.
    name: 'zen',
    title: 'Zen',
    engine: 'firefox',
    places: {
      linux: {
        signs: ['{home}/.zen/profiles.ini', '{config}/zen/profiles.ini', '/usr/bin/zen-browser', '/opt/zen/zen'],
        manifests: ['{home}/.zen/native-messaging-hosts', mozillaOnLinux],
      },
      darwin: {
        signs: ['{support}/zen/profiles.ini', '/Applications/Zen.app', '{home}/Applications/Zen.app'],
        manifests: ['{support}/zen/NativeMessagingHosts', mozillaOnMac],
      },
      win32: onWindows(['{roaming}/zen/profiles.ini', ...inProgramFolders('Zen Browser/zen.exe')], ['Mozilla']),
    },
  },
];
