// The first message in both directions of our own connections: identity, wire versions and capabilities.
import { isRecord } from './error.ts';
import { isWireRange, type WireRange } from './version.ts';

/**
 * `ids`: replies contain the id of their call. `chunks`: long messages may come in chunks. `held`: whoever enforces the
 * deadline of a call pauses it while a person decides. `raw`: calls and results have their payload last, so that a host can
 * pass it on unparsed.
 */
export const capabilities = ['ids', 'chunks', 'held', 'raw'] as const;

export type Capability = (typeof capabilities)[number];

export interface Browser {
  readonly name: string;
  readonly version: string;
}

/** A browser profile: an id that the extension created once, and optionally a name that the user gave it. */
export interface Profile {
  readonly id: string;
  readonly name?: string;
}

/** What an extension declares, and what a native host passes on to the gateway. */
export interface BrowserHello {
  readonly wire: WireRange;
  readonly version: string;
  readonly browser: Browser;
  readonly profile: Profile;
  readonly capabilities: readonly Capability[];
  /** Changes when the extension's tool declarations change. */
  readonly toolsHash: string;
  /** Whether the user gave it access to sites at all. Missing in older extensions. */
  readonly siteAccess?: boolean;
}

/** Reads an extension's hello; undefined when a field is missing or invalid. */
export function parseBrowserHello(message: Record<string, unknown>): BrowserHello | undefined {
  const { wire, version, browser, profile, capabilities, tools_hash, site_access } = message;
  if (!isWireRange(wire) || typeof version !== 'string' || typeof tools_hash !== 'string') return undefined;
  if (!isRecord(browser) || typeof browser.name !== 'string' || typeof browser.version !== 'string') return undefined;
  if (!isRecord(profile) || typeof profile.id !== 'string') return undefined;
  return {
    wire,
    version,
    browser: { name: browser.name, version: browser.version },
    profile: typeof profile.name === 'string' ? { id: profile.id, name: profile.name } : { id: profile.id },
    capabilities: parseCapabilities(capabilities),
    toolsHash: tools_hash,
    ...(typeof site_access === 'boolean' ? { siteAccess: site_access } : {}),
  };
}

/** Ignores unknown capabilities, which later versions may declare. */
export function parseCapabilities(value: unknown): Capability[] {
  return Array.isArray(value) ? capabilities.filter((known) => value.includes(known)) : [];
}
