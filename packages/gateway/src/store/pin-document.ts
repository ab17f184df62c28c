// Pinned tools on disk: tools.json, schema version 1.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import type { KeptPins, Pin } from '../rooms/registry/pins.ts';
import { type KeptDocument, openKept, type StorageOptions } from './document.ts';

export function openPinDocument(storage: StorageOptions): KeptDocument<KeptPins> {
  return openKept<KeptPins>(storage, {
    file: 'tools.json',
    version: 1,
    parse: parseKept,
    toJson: (kept) => ({ ...kept }),
    empty: { apps: {} },
    afterDamage: () => ({ apps: {}, lost: true }),
    consequence: ', and the tools of all servers wait for "sallyport tools approve --all"',
  });
}

function parseKept({ apps, texts, lost }: JsonObject): KeptPins {
  if (!isRecord(apps)) throw new Error('it has no apps');
  const parsed = Object.entries(apps).map(([appId, pins]) => [appId, parsePins(pins)] as const);
  const known = textsIn(texts);
  return {
    apps: Object.fromEntries(parsed),
    ...(known === undefined ? {} : { texts: known }),
    ...(lost === true ? { lost } : {}),
  };
}

/** They only explain a change, so damaged ones are left out. */
function textsIn(value: unknown): KeptPins['texts'] {
  if (!isRecord(value)) return undefined;
  const apps = Object.entries(value).map(([appId, tools]) => {
    const kept = isRecord(tools) ? Object.entries(tools) : [];
    return [appId, Object.fromEntries(kept.flatMap(([tool, fields]) => (isRecord(fields) ? [[tool, fields]] : [])))];
  });
  return Object.fromEntries(apps);
}

function parsePins(value: unknown): Readonly<Record<string, Pin>> {
  if (!isRecord(value)) throw new Error('the tools of an app are not an object');
  return Object.fromEntries(
    Object.entries(value).map(([tool, pin]) => {
      if (typeof pin !== 'string' && !isHashes(pin)) throw new Error('a tool has no hash');
      return [tool, pin];
    }),
  );
}

function isHashes(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === 'string');
}
