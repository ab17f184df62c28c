// The files and registry keys that browsers need to find and start the native host.
import { PRODUCT_VERSION } from '@sallyport/protocol';
import type { Engine, Platform } from './browsers.ts';
import { renderEnvironment, type Variables } from './environment-file.ts';
import { renderLauncher } from './launcher.ts';
import type { Purpose } from './ledger.ts';
import { renderManifest } from './manifest.ts';
import { type PresentBrowser, pathsOf } from './present.ts';

export interface WantedFile {
  readonly kind: 'file';
  readonly path: string;
  readonly bytes: Buffer;
  /** Undefined on Windows, which has no modes. */
  readonly mode: number | undefined;
  readonly purpose: Purpose;
}

export interface WantedKey {
  readonly kind: 'key';
  readonly key: string;
  readonly value: string;
  readonly purpose: Purpose;
}

export type Wanted = WantedFile | WantedKey;

/** A built file. */
export interface Bundle {
  readonly file: string;
  readonly bytes: Buffer;
}

export interface InstallRequest {
  readonly platform: Platform;
  /** The product's data folder. */
  readonly data: string;
  readonly hostName: string;
  readonly extensionIds: Readonly<Record<Engine, readonly string[]>>;
  readonly node: string;
  readonly bundles: readonly Bundle[];
  /** The current `SALLYPORT_HOME`, which a browser may not have. */
  readonly sallyportHome: string | undefined;
  readonly browsers: readonly PresentBrowser[];
  /** The recorded environment; undefined leaves that file alone. */
  readonly environment: Variables | undefined;
}

export const HOST_BUNDLE = 'native-host.cjs';
export const GATEWAY_BUNDLE = 'gateway.cjs';
export const SHIM_BUNDLE = 'mcp-shim.cjs';
export const NOTES_BUNDLE = 'notes-server.cjs';

export function ledgerPath(platform: Platform, data: string): string {
  return pathsOf(platform).join(data, 'install.json');
}

export function launcherFolder(platform: Platform, data: string): string {
  return pathsOf(platform).join(data, 'launchers');
}

/** In order of creation: a browser must not find a manifest whose launcher is missing. */
export function wantedFor(request: InstallRequest): Wanted[] {
  const environment = request.environment === undefined ? [] : [wantedEnvironment(request, request.environment)];
  if (request.browsers.length === 0) return [...wantedBundles(request), ...environment];
  const launcher = wantedLauncher(request);
  return [...wantedBundles(request), launcher, ...environment, ...wantedManifests(request, launcher.path)];
}

/** The installed path of a bundle of this version. */
export function bundlePath(platform: Platform, data: string, file: string): string {
  return pathsOf(platform).join(data, 'versions', PRODUCT_VERSION, file);
}

function wantedBundles({ platform, data, bundles }: InstallRequest): WantedFile[] {
  return bundles.map(({ file, bytes }) => ({
    kind: 'file',
    path: bundlePath(platform, data, file),
    bytes,
    mode: modeOn(platform, 0o600),
    purpose: { part: 'bundle' },
  }));
}

function wantedLauncher(request: InstallRequest): WantedFile {
  const { platform, data, node, bundles, sallyportHome, hostName } = request;
  const { join } = pathsOf(platform);
  const installed = (file: string) => bundlePath(platform, data, file);
  const hasGateway = platform !== 'win32' && bundles.some(({ file }) => file === GATEWAY_BUNDLE);
  const launcher = renderLauncher({
    platform,
    node,
    hostBundle: installed(HOST_BUNDLE),
    variables: {
      SALLYPORT_HOME: sallyportHome,
      // How the host starts a gateway when a page calls; never on Windows.
      SALLYPORT_GATEWAY_COMMAND: hasGateway ? JSON.stringify([node, installed(GATEWAY_BUNDLE)]) : undefined,
    },
  });
  return {
    kind: 'file',
    path: join(launcherFolder(platform, data), `${hostName}${launcher.extension}`),
    bytes: Buffer.from(launcher.text),
    mode: modeOn(platform, 0o755),
    purpose: { part: 'launcher', host: hostName },
  };
}

function wantedEnvironment({ platform, data }: InstallRequest, variables: Variables): WantedFile {
  return {
    kind: 'file',
    path: pathsOf(platform).join(data, 'environment.json'),
    bytes: Buffer.from(renderEnvironment(variables)),
    // It may contain secrets that the user exports.
    mode: modeOn(platform, 0o600),
    purpose: { part: 'environment' },
  };
}

function wantedManifests(request: InstallRequest, launcher: string): Wanted[] {
  const { platform, data, hostName, extensionIds } = request;
  const { join } = pathsOf(platform);
  return [...groupByPlace(request.browsers)].flatMap(([place, { engine, names }]): Wanted[] => {
    if (extensionIds[engine].length === 0) return [];
    const purpose: Purpose = { part: 'manifest', host: hostName, browsers: names };
    const manifest = renderManifest({ engine, name: hostName, launcher, extensionIds: extensionIds[engine] });
    const bytes = Buffer.from(manifest);
    const mode = modeOn(platform, 0o644);
    if (platform !== 'win32') {
      return [{ kind: 'file', path: join(place, `${hostName}.json`), bytes, mode, purpose }];
    }
    // Browsers of an engine share the file; each has its own key.
    const path = join(data, 'manifests', `${hostName}.${engine}.json`);
    return [
      { kind: 'file', path, bytes, mode, purpose: { part: 'launcher', host: hostName } },
      { kind: 'key', key: `${place}\\${hostName}`, value: path, purpose },
    ];
  });
}

/** Several browsers may read one folder or key: Firefox editions, Chrome channels on Windows. */
function groupByPlace(browsers: readonly PresentBrowser[]) {
  const places = new Map<string, { readonly engine: Engine; readonly names: string[] }>();
  for (const { browser, manifests } of browsers) {
    for (const place of manifests) {
      const known = places.get(place);
      if (known === undefined) places.set(place, { engine: browser.engine, names: [browser.name] });
      else known.names.push(browser.name);
    }
  }
  return places;
}

function modeOn(platform: Platform, mode: number): number | undefined {
  return platform === 'win32' ? undefined : mode;
}
