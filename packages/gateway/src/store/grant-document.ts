// The user's grants on disk: grants.json, schema version 1.
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { type Grant, parseGrant } from '../rooms/grants/grant.ts';
import type { StoredGrants } from '../rooms/grants/grants.ts';
import { type KeptDocument, openKept, type StorageOptions } from './document.ts';

/** After damage `lost` is saved, so a restart does not turn denials into permissions. */
export function openGrantDocument(storage: StorageOptions): KeptDocument<StoredGrants> {
  return openKept<StoredGrants>(storage, {
    file: 'grants.json',
    version: 1,
    parse: parseKept,
    toJson: ({ grants, lost }) => ({ grants: [...grants], lost }),
    empty: { grants: [] },
    afterDamage: (setAside) => ({ grants: [], lost: { at: storage.now(), setAside } }),
    consequence: ', and its grants are not in force',
  });
}

function parseKept({ grants, lost }: JsonObject): StoredGrants {
  if (!Array.isArray(grants)) throw new Error('it has no list of grants');
  const parsed: readonly Grant[] = grants.map(parseGrant);
  if (lost === undefined) return { grants: parsed };
  if (!isRecord(lost) || typeof lost.at !== 'number' || typeof lost.setAside !== 'string') {
    throw new Error('its "lost" field is invalid');
  }
  return { grants: parsed, lost: { at: lost.at, setAside: lost.setAside } };
}
