// What the user has seen of each tool, on disk: tools.json, schema version 1.
import { join } from 'node:path';
import { isRecord, type JsonObject } from '@sallyport/protocol';
import type { PinBook } from '../rooms/registry/pins.ts';
import { type DocumentOptions, openDocument } from './document.ts';

export type PinDocumentOptions = Pick<DocumentOptions<PinBook>, 'now' | 'nonce' | 'mayWrite' | 'disk'> & {
  readonly folder: string;
  readonly tell: (line: string) => void;
};

export interface PinDocument {
  load(): PinBook;
  save(book: PinBook): void;
}

export function openPinDocument({ folder, tell, ...options }: PinDocumentOptions): PinDocument {
  const document = openDocument<PinBook>({
    ...options,
    path: join(folder, 'tools.json'),
    version: 1,
    parse: parseBook,
    toJson: (book) => ({ ...book }),
  });
  return {
    load() {
      const loaded = document.read();
      if (loaded.state === 'sound') return loaded.value;
      if (loaded.state === 'missing') return { apps: {} };
      tell(
        `tools.json could not be read (${loaded.reason}); it lies at ${loaded.setAside} now, ` +
          'and the tools of all servers wait for "sallyport tools approve --all"',
      );
      const book: PinBook = { apps: {}, lost: true };
      document.write(book);
      return book;
    },
    save: (book) => document.write(book),
  };
}

function parseBook({ apps, lost }: JsonObject): PinBook {
  if (!isRecord(apps)) throw new Error('it has no apps');
  const parsed = Object.entries(apps).map(([appId, pins]) => [appId, parsePins(pins)] as const);
  return { apps: Object.fromEntries(parsed), ...(lost === true ? { lost } : {}) };
}

function parsePins(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) throw new Error('the tools of an app are no object');
  return Object.fromEntries(
    Object.entries(value).map(([tool, hash]) => {
      if (typeof hash !== 'string') throw new Error('a tool has no hash');
      return [tool, hash];
    }),
  );
}
