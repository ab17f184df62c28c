// Facts of files on disk, with the system's own words where it refuses.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { SallyportError } from '@sallyport/protocol';
import { systemError } from './boundary.ts';

/** Throws for what is neither a file nor a folder: to open a pipe may wait for ever, and takes a thread with it. */
export async function isFolder(path: string, given: string): Promise<boolean> {
  let found: Stats;
  try {
    found = await stat(path);
  } catch (error) {
    throw systemError(error, given);
  }
  if (found.isDirectory() || found.isFile()) return found.isDirectory();
  throw new SallyportError('ERR_TOOL_FAILED', 'The path is neither a file nor a folder', {
    hint: 'Pipes, sockets and devices are not opened.',
    data: { path: given },
  });
}
