// Facts of files on disk, with the system's own words where it refuses.
import { stat } from 'node:fs/promises';
import { systemError } from './boundary.ts';

export async function isFolder(path: string, given: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw systemError(error, given);
  }
}
