// Reads a native host's hello: the host and, once its extension is connected, the browser.
import {
  agreeOnWire,
  type Browser,
  type HostHello,
  isRecord,
  PRODUCT_VERSION,
  type Profile,
  parseCapabilities,
  SallyportError,
  WIRE,
  type WireRange,
} from '@sallyport/protocol';

/** Undefined when this is not a hello; an error when no wire version is common. */
export function parseHostHello(value: Record<string, unknown>): HostHello | SallyportError | undefined {
  const { role, wire, version, hostId, capabilities, toolsHash, siteAccess } = value;
  if (role !== 'host' || typeof version !== 'string' || typeof hostId !== 'string') return undefined;
  const range = parseRange(wire);
  if (range === undefined) return undefined;
  try {
    agreeOnWire(
      {
        name: 'the gateway',
        wire: WIRE,
        version: PRODUCT_VERSION,
        update: 'Update Sallyport: run "sallyport install".',
      },
      { name: 'the native host', wire: range, version, update: 'Run "sallyport install" and restart the browser.' },
    );
  } catch (error) {
    if (error instanceof SallyportError) return error;
    throw error;
  }
  const browser = parseBrowser(value.browser);
  const profile = parseProfile(value.profile);
  return {
    type: 'hello',
    role,
    wire: range,
    version,
    hostId,
    capabilities: parseCapabilities(capabilities),
    ...(browser === undefined ? {} : { browser }),
    ...(profile === undefined ? {} : { profile }),
    ...(typeof toolsHash === 'string' ? { toolsHash } : {}),
    ...(typeof siteAccess === 'boolean' ? { siteAccess } : {}),
  };
}

function parseRange(value: unknown): WireRange | undefined {
  const [min, max] = Array.isArray(value) ? value : [];
  return Number.isInteger(min) && Number.isInteger(max) ? [min, max] : undefined;
}

function parseBrowser(value: unknown): Browser | undefined {
  if (!isRecord(value) || typeof value.name !== 'string' || typeof value.version !== 'string') return undefined;
  return { name: value.name, version: value.version };
}

function parseProfile(value: unknown): Profile | undefined {
  if (!isRecord(value) || typeof value.id !== 'string') return undefined;
  return typeof value.name === 'string' ? { id: value.id, name: value.name } : { id: value.id };
}
