// The native messaging manifest, which tells a browser which program to start for which extensions.
import {
  CHROMIUM_EXTENSION_ID,
  chromiumOrigin,
  FIREFOX_EXTENSION_ID,
  isRecord,
  parseJson,
  SallyportError,
} from '@sallyport/protocol';
import type { Engine } from './browsers.ts';

export interface ManifestRequest {
  readonly engine: Engine;
  readonly name: string;
  /** Absolute path of the launcher. */
  readonly launcher: string;
  readonly extensionIds: readonly string[];
}

export function renderManifest({ engine, name, launcher, extensionIds }: ManifestRequest): string {
  const manifest = {
    name,
    description: 'Sallyport: the guarded door between AI agents and the apps a person has open',
    path: launcher,
    type: 'stdio',
    ...(engine === 'chromium'
      ? { allowed_origins: extensionIds.map(chromiumOrigin) }
      : { allowed_extensions: extensionIds }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The names that both Chromium and Firefox accept. */
export function parseHostName(text: string): string {
  if (/^[a-z0-9_]+(\.[a-z0-9_]+)*$/.test(text)) return text;
  throw new SallyportError('ERR_INPUT_INVALID', `"${text}" is not a valid native host name.`, {
    hint: 'Use lower-case letters, digits and underscores, in parts joined by dots: dev.example.host.',
  });
}

const chromiumId = /^[a-p]{32}$/;
const firefoxId = /^(\{[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}|[A-Za-z0-9._-]*@[A-Za-z0-9._-]+)$/;

/** The allowed extensions by engine, told apart by the form of their ids; ours by default. */
export function extensionIdsByEngine(given: readonly string[]): Readonly<Record<Engine, readonly string[]>> {
  if (given.length === 0) return { chromium: [CHROMIUM_EXTENSION_ID], firefox: [FIREFOX_EXTENSION_ID] };
  for (const id of given) {
    if (chromiumId.test(id) || firefoxId.test(id)) continue;
    throw new SallyportError('ERR_INPUT_INVALID', `"${id}" is not an extension id.`, {
      hint: 'Chromium ids have 32 letters from a to p; Firefox ids look like name@example.org or {a GUID}.',
    });
  }
  return { chromium: given.filter((id) => chromiumId.test(id)), firefox: given.filter((id) => firefoxId.test(id)) };
}

/** A note about an existing manifest; undefined if it is an earlier one of ours. */
export function describeForeignManifest(text: string, launcherFolder: string): string | undefined {
  const manifest = parseJson(text);
  if (!isRecord(manifest) || typeof manifest.path !== 'string') return 'the file there is not a valid manifest';
  return manifest.path.startsWith(launcherFolder)
    ? undefined
    : `it is the manifest of another program (${manifest.path})`;
}
