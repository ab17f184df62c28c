// Checks files on disk, with the system's message on failure.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { SallyportError } from '@sallyport/protocol';
import { systemError } from './boundary.ts';

/** Throws for anything but files and folders: opening a pipe could block a thread forever. */
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
