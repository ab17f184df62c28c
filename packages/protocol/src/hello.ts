// The first message both ways on a connection of ours: who speaks, which wire versions, which abilities.
import { isRecord } from './error.ts';
import { isWireRange, type WireRange } from './version.ts';

/**
 * `ids`: replies carry the id of their call. `chunks`: long messages may come in chunks. `held`: whoever keeps the deadline
 * of a call stops it while a person decides. `raw`: calls and results are written with their payload last, so that a host may
 * pass it on unread.
 */
export const capabilities = ['ids', 'chunks', 'held', 'raw'] as const;

export type Capability = (typeof capabilities)[number];

export interface Browser {
  readonly name: string;
  readonly version: string;
}

/** A browser profile: an id the extension made once, and a name the user may have given it. */
export interface Profile {
  readonly id: string;
  readonly name?: string;
}

/** What an extension says of itself, and what a native host passes on to the gateway. */
export interface BrowserHello {
  readonly wire: WireRange;
  readonly version: string;
  readonly browser: Browser;
  readonly profile: Profile;
  readonly capabilities: readonly Capability[];
  /** Changes whenever the tools an extension declares change. */
  readonly toolsHash: string;
  /** Whether the user lets it open sites at all; one that does not say is older. */
  readonly siteAccess?: boolean;
}

/** Reads an extension's hello; a field that is missing or strange makes it undefined. */
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

/** Unknown abilities are of a later version and mean nothing here. */
export function parseCapabilities(value: unknown): Capability[] {
  return Array.isArray(value) ? capabilities.filter((known) => value.includes(known)) : [];
}
