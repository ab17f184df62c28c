// Turns a command's options into an install plan: reads everything it depends on, changes nothing.
import { posix } from 'node:path';
import type { Machine } from '@sallyport/native-host/run-directory';
import { locateFolders } from '@sallyport/native-host/run-directory';
import { NATIVE_HOST_NAME, SallyportError } from '@sallyport/protocol';
import type { ApplyOptions } from './apply.ts';
import type { Folders, Platform } from './browsers.ts';
import { codeOf, type Disk, explainDiskFault } from './disk.ts';
import type { RecordedEnvironment } from './environment.ts';
import { nodeWarning } from './launcher.ts';
import { extensionIdsByEngine, parseHostName } from './manifest.ts';
import { type Change, planInstall } from './plan.ts';
import { type BrowserFacts, chooseBrowsers, confinementWarnings, type PresentBrowser, pathsOf } from './present.ts';
import type { Registry } from './registry.ts';
import { type Bundle, GATEWAY_BUNDLE, HOST_BUNDLE, launcherFolder, SHIM_BUNDLE, wantedFor } from './wanted.ts';

/** The installer's access to the outside world. */
export interface InstallerPorts {
  readonly disk: Disk;
  readonly registry: Registry;
  /** Follows links, which browser programs often are. */
  readonly exists: (path: string) => boolean;
  /** A built file by name; undefined if missing. */
  readonly readBundle: (file: string) => Buffer | undefined;
  /** The output of `node --version`; undefined when it cannot be run. */
  readonly probeNode: (path: string) => string | undefined;
  readonly recordEnvironment: (node: string) => Promise<RecordedEnvironment>;
  /** Runs a change while holding the lock of this file. */
  readonly alone: <T>(path: string, change: () => T) => T;
}

export const installParts = ['browsers', 'environment', 'agents'] as const;
export type InstallPart = (typeof installParts)[number];

export interface InstallOptions {
  readonly browsers: readonly string[];
  readonly extensionIds: readonly string[];
  readonly hostName?: string | undefined;
  /** Absolute; the running Node when not given. */
  readonly node?: string | undefined;
  readonly parts: readonly InstallPart[];
  /** Whether a client's entry will start the shim. */
  readonly hasClients?: boolean;
}

export interface PreparedInstall {
  readonly changes: readonly Change[];
  readonly browsers: readonly PresentBrowser[];
  readonly warnings: readonly string[];
}

export async function prepareInstall(
  options: InstallOptions,
  machine: Machine,
  running: { readonly path: string; readonly version: string },
  ports: InstallerPorts,
): Promise<PreparedInstall> {
  const platform = platformOf(machine);
  const sallyportHome = checkSallyportHome(machine, platform);
  const { data } = locateFolders(machine);
  const hostName = parseHostName(options.hostName ?? NATIVE_HOST_NAME);
  const extensionIds = extensionIdsByEngine(options.extensionIds);
  const facts: BrowserFacts = { platform, folders: foldersOf(machine), exists: ports.exists };
  const wantsBrowsers = options.parts.includes('browsers');
  const browsers = wantsBrowsers ? chooseBrowsers(facts, options.browsers) : [];
  const served = browsers.filter(({ browser }) => extensionIds[browser.engine].length > 0);
  if (wantsBrowsers && served.length === 0) {
    throw new SallyportError('ERR_INPUT_INVALID', 'None of these browsers accepts such an extension id.', {
      hint: 'Pass an id of 32 letters for Chromium browsers, one like name@example.org for Firefox, or both.',
    });
  }
  const node = checkNode(options.node ?? running.path, options.node === undefined ? running.version : undefined, ports);
  const recorded = options.parts.includes('environment') ? await ports.recordEnvironment(node) : undefined;
  const wanted = wantedFor({
    platform,
    data,
    hostName,
    extensionIds,
    node,
    bundles: [
      ...(wantsBrowsers ? readBundles(ports, HOST_BUNDLE, 'native host') : []),
      ...(options.hasClients === true ? readBundles(ports, SHIM_BUNDLE, 'MCP shim') : []),
    ].filter(({ file }, at, all) => all.findIndex((other) => other.file === file) === at),
    sallyportHome,
    browsers: served,
    environment: recorded?.variables,
  });
  const warnings = [
    wantsBrowsers ? nodeWarning(node) : undefined,
    wantsBrowsers ? accountWarning(machine) : undefined,
    recorded?.warning,
    ...(wantsBrowsers ? confinementWarnings(facts) : []),
  ];
  return {
    changes: planInstall(wanted, lookThrough(ports, launcherFolder(platform, data))),
    browsers: served,
    warnings: warnings.filter((warning) => warning !== undefined),
  };
}

/**
 * The path to lock while installing. In the user's home: the data folder may not exist yet, and installations with different
 * SALLYPORT_HOME share the browsers' folders.
 */
export function installationOf(machine: Machine): string {
  return pathsOf(platformOf(machine)).join(foldersOf(machine).home, '.sallyport-install');
}

export function applyOptionsFor(machine: Machine, { disk, registry }: InstallerPorts): ApplyOptions {
  return { disk, registry, platform: platformOf(machine), data: locateFolders(machine).data };
}

export function platformOf({ platform }: Machine): Platform {
  // Other systems use the same paths as Linux.
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

/** From `HOME`, as browsers do, and else from the account. */
export function foldersOf(machine: Machine): Folders {
  const platform = platformOf(machine);
  const { join, isAbsolute } = pathsOf(platform);
  const { env } = machine;
  const fromEnv = (name: string) => (env[name] !== undefined && isAbsolute(env[name]) ? env[name] : undefined);
  const home = fromEnv(platform === 'win32' ? 'USERPROFILE' : 'HOME') ?? machine.accountHome;
  if (home === undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', 'This user has no home folder, so no browser has a profile.', {
      hint: 'Set HOME to the folder that the browser runs with.',
    });
  }
  const config = platform === 'linux' ? fromEnv('XDG_CONFIG_HOME') : undefined;
  return {
    home,
    // A terminal inside a snap has its own config folder, which other browsers do not read.
    config: config === undefined || posix.normalize(config).includes('/snap/') ? join(home, '.config') : config,
    support: join(home, 'Library', 'Application Support'),
    local: fromEnv('LOCALAPPDATA') ?? join(home, 'AppData', 'Local'),
    roaming: fromEnv('APPDATA') ?? join(home, 'AppData', 'Roaming'),
    programs: fromEnv('ProgramFiles') ?? 'C:\\Program Files',
    programs32: fromEnv('ProgramFiles(x86)') ?? 'C:\\Program Files (x86)',
  };
}

/** Launchers run from any folder, so it must be absolute. */
function checkSallyportHome({ env }: Machine, platform: Platform): string | undefined {
  const moved = env.SALLYPORT_HOME;
  if (moved === undefined || moved === '') return undefined;
  if (pathsOf(platform).isAbsolute(moved)) return moved;
  throw new SallyportError('ERR_INPUT_INVALID', `SALLYPORT_HOME is a relative path: "${moved}".`, {
    hint: 'Set it to an absolute path.',
  });
}

function accountWarning({ uid, env }: Machine): string | undefined {
  if (uid !== 0 || env.SUDO_USER === undefined) return undefined;
  return `This installs for root's browsers; for those of ${env.SUDO_USER}, run it again without sudo.`;
}

function lookThrough({ disk, registry }: InstallerPorts, folder: string): Parameters<typeof planInstall>[1] {
  return {
    file: (path) => {
      try {
        return disk.look(path);
      } catch (thrown) {
        // Whether an unreadable folder can be changed shows when it is tried.
        if (codeOf(thrown) === 'EACCES') return { kind: 'absent' };
        throw explainDiskFault(thrown, path);
      }
    },
    key: (key) => (registry.exists(key) ? { value: registry.read(key) } : undefined),
    launcherFolder: folder,
  };
}

/** The given bundle, and the gateway that it starts. */
function readBundles({ readBundle }: InstallerPorts, started: string, what: string): Bundle[] {
  const bundles = [started, GATEWAY_BUNDLE].flatMap((file) => {
    const bytes = readBundle(file);
    return bytes === undefined ? [] : [{ file, bytes }];
  });
  if (bundles.some(({ file }) => file === started)) return bundles;
  throw new SallyportError('ERR_INTERNAL', `The ${what} is not built: there is no ${started}.`, {
    hint: 'Run "npm run build" in the Sallyport folder first.',
  });
}

function checkNode(path: string, knownVersion: string | undefined, { probeNode }: InstallerPorts): string {
  const version = knownVersion ?? probeNode(path);
  if (version === undefined) {
    throw new SallyportError('ERR_INPUT_INVALID', `${path} is not a Node.js that can be run.`, {
      hint: 'Pass the path of a Node.js binary with --node, for example --node "$(command -v node)".',
    });
  }
  if (isSupportedNode(version)) return path;
  throw new SallyportError('ERR_INPUT_INVALID', `Node ${version} at ${path} is too old for Sallyport.`, {
    hint: 'It needs Node 20.19+, 22.12+ or 24+; pass another with --node PATH.',
  });
}

export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
}
