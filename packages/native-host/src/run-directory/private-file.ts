// Files with mode 0600 from the start: created once, or replaced atomically.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { SallyportError } from '@sallyport/protocol';
import { reasonOf } from './private-folder.ts';

export interface PrivateFileOptions {
  /** Whether to sync to disk. Not needed for records of running processes, which do not survive a power failure either. */
  readonly isDurable: boolean;
}

const NOT_DURABLE: PrivateFileOptions = { isDurable: false };

/** Creates the file. Throws EEXIST when anything exists at the path, even a dangling link. */
export function createPrivateFile(
  path: string,
  contents: string | Uint8Array,
  options: PrivateFileOptions = NOT_DURABLE,
): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, contents);
    if (options.isDurable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Readers see the old text or the new one, never a part. `nonce` keeps the temporary files of two writers apart. */
export function replacePrivateFile(
  path: string,
  text: string,
  nonce: string,
  options: PrivateFileOptions = { isDurable: true },
): void {
  const temporary = `${path}.${nonce}.tmp`;
  removeFile(temporary);
  createPrivateFile(temporary, text, options);
  try {
    renameSync(temporary, path);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}

/** Undefined when it does not exist or cannot be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Undefined when it does not exist. Throws when it cannot be read: the user's decisions in it must not be ignored. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'ENOENT') return undefined;
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `${path} cannot be read: ${reason}.`, {
      hint: 'Make it a readable file, or move it away.',
      cause: error,
    });
  }
}

/** Never throws. A file that cannot be removed is left for the next process to find dead. */
export function removeFile(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
