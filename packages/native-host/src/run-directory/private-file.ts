// Files of mode 0600 from their first moment: replaced whole, or created once.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { SallyportError } from '@sallyport/protocol';
import { reasonOf } from './private-folder.ts';

export interface PrivateFileOptions {
  /** Wait until the disk has it. What only tells of living processes need not: none of them outlives the machine. */
  readonly isDurable: boolean;
}

const FLEETING: PrivateFileOptions = { isDurable: false };

/** Creates the file and fails with EEXIST when anything, a dangling link too, is there already. */
export function createPrivateFile(path: string, text: string, options: PrivateFileOptions = FLEETING): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    if (options.isDurable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Readers find the old text or the new, never half of one. `nonce` keeps two writers' temporary files apart. */
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

/** Undefined when it is not there or cannot be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Undefined when it is not there. Throws when it is and cannot be read: what the user decided must not pass for nothing. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'ENOENT') return undefined;
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `${path} cannot be read: ${reason}.`, {
      hint: 'Make it a file that you may read, or move it away.',
      cause: error,
    });
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
