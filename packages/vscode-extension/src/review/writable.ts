// What the system would refuse about writing a file, asked before anything is written.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Of Node's `statfs`. */
export type DiskSpace = (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;

/** The system's error for a file, or for the folder of a new one, that this user may not write. */
export async function whyNotWritable(path: string): Promise<Error | undefined> {
  try {
    await access(path, constants.W_OK);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return undefined;
    return isMissing(error) && dirname(path) !== path ? whyNotWritable(dirname(path)) : error;
  }
}

/** In the words of the system, for a text that the disk of this folder, or of the next one that exists, has no room for. */
export async function whyNoSpace(folder: string, bytes: number, diskSpace: DiskSpace): Promise<Error | undefined> {
  try {
    const { bavail, bsize } = await diskSpace(folder);
    // File systems that do not count their blocks say 0 of size 0.
    return bsize > 0 && bavail * bsize < bytes ? new Error('ENOSPC: no space left on device') : undefined;
  } catch (error) {
    if (!(error instanceof Error) || !isMissing(error) || dirname(folder) === folder) return undefined;
    return whyNoSpace(dirname(folder), bytes, diskSpace);
  }
}

function isMissing(error: Error): boolean {
  return 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
