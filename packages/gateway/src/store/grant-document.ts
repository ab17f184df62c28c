// The user's decisions on disk: grants.json, schema version 1.
import { join } from 'node:path';
import { isRecord, type JsonObject } from '@sallyport/protocol';
import { type Grant, parseGrant } from '../rooms/grants/grant.ts';
import type { Kept } from '../rooms/grants/grants.ts';
import { type DocumentOptions, openDocument, type StoredDocument } from './document.ts';

export type GrantDocumentOptions = Pick<DocumentOptions<Kept>, 'now' | 'nonce' | 'mayWrite' | 'disk'> & {
  readonly folder: string;
  /** Takes one line for the log. */
  readonly tell: (line: string) => void;
};

export interface GrantDocument {
  load(): Kept;
  save(kept: Kept): void;
}

/** A damaged file is moved aside, and that it was is itself kept: no restart turns what was denied into allowed. */
export function openGrantDocument({ folder, tell, ...options }: GrantDocumentOptions): GrantDocument {
  const document: StoredDocument<Kept> = openDocument({
    ...options,
    path: join(folder, 'grants.json'),
    version: 1,
    parse: parseKept,
    toJson: ({ grants, lost }) => ({ grants: [...grants], lost }),
  });
  return {
    load() {
      const loaded = document.read();
      if (loaded.state === 'sound') return loaded.value;
      if (loaded.state === 'missing') return { grants: [] };
      const { setAside, reason } = loaded;
      tell(`grants.json could not be read (${reason}); it lies at ${setAside} now, and nothing that it said holds`);
      const kept: Kept = { grants: [], lost: { at: options.now(), setAside } };
      document.write(kept);
      return kept;
    },
    save: (kept) => document.write(kept),
  };
}

function parseKept({ grants, lost }: JsonObject): Kept {
  if (!Array.isArray(grants)) throw new Error('it has no list of grants');
  const parsed: readonly Grant[] = grants.map(parseGrant);
  if (lost === undefined) return { grants: parsed };
  if (!isRecord(lost) || typeof lost.at !== 'number' || typeof lost.setAside !== 'string') {
    throw new Error('what it says of an earlier loss cannot be read');
  }
  return { grants: parsed, lost: { at: lost.at, setAside: lost.setAside } };
}
