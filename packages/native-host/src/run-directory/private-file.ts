// Files of mode 0600 from their first moment: replaced whole, or created once.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';

/** Creates the file and fails with EEXIST when anything, a dangling link too, is there already. */
export function createPrivateFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Readers find the old text or the new, never half of one. `nonce` keeps two writers' temporary files apart. */
export function replacePrivateFile(path: string, text: string, nonce: string): void {
  const temporary = `${path}.${nonce}.tmp`;
  createPrivateFile(temporary, text);
  try {
    renameSync(temporary, path);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}

/** Undefined when it is not there or cannot be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A file that is already gone is no error, and one that cannot be removed is left: whoever comes next finds it dead. */
export function removeFile(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
