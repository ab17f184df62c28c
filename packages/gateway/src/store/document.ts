// One JSON document on disk: read and replaced as a whole, and moved aside instead of overwritten when it is damaged.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord, type JsonObject, parseJson, SallyportError } from '@sallyport/protocol';

/** The file operations of a document; tests replace them to simulate failures. */
export interface Disk {
  readonly read: (path: string) => string | undefined;
  /** Creates a file with mode 0600 and flushes it to disk, or throws. */
  readonly create: (path: string, text: string) => void;
  readonly rename: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  /** Flushes a rename in this folder to disk. */
  readonly settle: (folder: string) => void;
}

export interface DocumentOptions<T> {
  readonly path: string;
  /** The schema version of `parse` and `toJson`. */
  readonly version: number;
  /** Throws on invalid data. */
  readonly parse: (value: JsonObject) => T;
  readonly toJson: (value: T) => JsonObject;
  readonly now: () => number;
  /** Makes the temporary files of this process unique. */
  readonly nonce: string;
  /** Throws when another process is the writer. */
  readonly mayWrite?: () => void;
  readonly disk?: Disk;
}

export type Loaded<T> =
  | { readonly state: 'missing' }
  | { readonly state: 'sound'; readonly value: T }
  /** The old file is now at `setAside`. */
  | { readonly state: 'damaged'; readonly setAside: string; readonly reason: string };

export interface StoredDocument<T> {
  /**
   * Throws ERR_VERSION_MISMATCH on a document of a later version, and ERR_SERVER_UNAVAILABLE on one that cannot be read; both
   * are left unchanged.
   */
  read(): Loaded<T>;
  /** Throws and keeps the old document when the new one could not be written completely. */
  write(value: T): void;
}

export function openDocument<T>(options: DocumentOptions<T>): StoredDocument<T> {
  const { path, version, parse, toJson, now, nonce, mayWrite, disk = nodeDisk } = options;
  return {
    read() {
      const text = readOrThrow(disk, path);
      if (text === undefined) return { state: 'missing' };
      try {
        const value = parseJson(text);
        if (!isRecord(value)) throw new Error(value === undefined ? 'it is not JSON' : 'it is not a JSON object');
        if (typeof value.version === 'number' && value.version > version) throw tooNew(path);
        if (value.version !== version) throw new Error('it has no valid version');
        return { state: 'sound', value: parse(value) };
      } catch (thrown) {
        if (thrown instanceof SallyportError) throw thrown;
        mayWrite?.();
        const setAside = `${path}.damaged-${new Date(now()).toISOString().replaceAll(':', '')}`;
        disk.rename(path, setAside);
        return { state: 'damaged', setAside, reason: thrown instanceof Error ? thrown.message : '' };
      }
    },
    write(value) {
      mayWrite?.();
      const temporary = `${path}.${nonce}.tmp`;
      try {
        disk.remove(temporary);
        disk.create(temporary, `${JSON.stringify({ version, ...toJson(value) }, null, 2)}\n`);
        disk.rename(temporary, path);
      } catch (thrown) {
        disk.remove(temporary);
        throw notWritten(path, thrown);
      }
      disk.settle(dirname(path));
    },
  };
}

export type StorageOptions = Pick<DocumentOptions<unknown>, 'now' | 'nonce' | 'mayWrite' | 'disk'> & {
  readonly folder: string;
  /** Takes one line for the log. */
  readonly tell: (line: string) => void;
};

export interface KeptOptions<T> extends Pick<DocumentOptions<T>, 'version' | 'parse' | 'toJson'> {
  readonly file: string;
  readonly empty: T;
  /** The value that replaces a damaged file; without it the next save writes a new one. */
  readonly afterDamage?: (setAside: string) => T;
  /** Ends the log line about a damaged file. */
  readonly consequence: string;
}

export interface KeptDocument<T> {
  load(): T;
  save(value: T): void;
}

/** A document that always has a value: a damaged file is moved aside, and the log says so. */
export function openKept<T>(
  storage: StorageOptions,
  { file, empty, afterDamage, consequence, ...form }: KeptOptions<T>,
): KeptDocument<T> {
  const document = openDocument<T>({ ...storage, ...form, path: join(storage.folder, file) });
  return {
    load() {
      const loaded = document.read();
      if (loaded.state === 'sound') return loaded.value;
      if (loaded.state === 'missing') return empty;
      const { setAside, reason } = loaded;
      storage.tell(`${file} could not be read (${reason}); it is now ${setAside}${consequence}`);
      if (afterDamage === undefined) return empty;
      const value = afterDamage(setAside);
      document.write(value);
      return value;
    },
    save: (value) => document.write(value),
  };
}

function readOrThrow(disk: Disk, path: string): string | undefined {
  try {
    return disk.read(path);
  } catch (thrown) {
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `${path} cannot be read: ${codeOf(thrown)}.`, {
      hint: 'Make the file readable, or move it away; then start again.',
      cause: thrown,
    });
  }
}

export const nodeDisk: Disk = {
  read(path) {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    return readFileSync(path, 'utf8');
  },
  create(path, text) {
    const file = openSync(path, 'wx', 0o600);
    try {
      // Not writeSync, which may write only a part on a full disk.
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  rename: renameSync,
  remove(path) {
    try {
      unlinkSync(path);
    } catch {
      // It does not exist, or the next write fails.
    }
  },
  settle(folder) {
    try {
      const file = openSync(folder, 'r');
      try {
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch {
      // Windows cannot flush folders.
    }
  },
};

function tooNew(path: string): SallyportError {
  return new SallyportError('ERR_VERSION_MISMATCH', `${path} was written by a later version of Sallyport.`, {
    hint: 'Update Sallyport, or move that file away to start over.',
  });
}

function notWritten(path: string, cause: unknown): SallyportError {
  const reason = codeOf(cause);
  return new SallyportError('ERR_INTERNAL', `${path} could not be written (${reason}) and is unchanged.`, {
    hint: 'Nothing was saved. Free disk space or make the folder writable, then try again.',
    data: { reason },
    cause,
  });
}

/** Changes whenever the file is replaced, as every writer does. */
export function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  } catch {
    return 'unknown'; // Reading it then fails with the reason.
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'an unknown fault';
}
