// Folders that only their owner may enter, and the run directory, which consists of them.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import type { Machine } from './machine.ts';

export interface RunDirectory {
  readonly path: string;
  readonly hosts: string;
  readonly editors: string;
}

/** Creates missing folders and checks existing ones. Throws when a folder belongs to somebody else. */
export function openRunDirectory(path: string, machine: Machine): RunDirectory {
  const run = { path, hosts: join(path, 'hosts'), editors: join(path, 'editors') };
  ensurePrivateFolder(run.path, machine);
  ensurePrivateFolder(run.hosts, machine);
  ensurePrivateFolder(run.editors, machine);
  return run;
}

/** Ensures a folder of our own with mode 0700; a wider mode is narrowed. */
export function ensurePrivateFolder(path: string, machine: Machine): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (machine.platform === 'win32') return;
    const found = lstatSync(path);
    if (!found.isDirectory()) throw notOurs(path, 'is a symbolic link, not a folder');
    if (found.uid !== machine.uid) throw notOurs(path, `belongs to user ${found.uid}`);
    if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
  } catch (error) {
    if (error instanceof SallyportError) throw error;
    const reason = reasonOf(error);
    const isOccupied = reason === 'EEXIST' || reason === 'ENOTDIR';
    throw new SallyportError('ERR_SERVER_UNAVAILABLE', `The folder ${path} cannot be used: ${reason}.`, {
      hint: isOccupied
        ? 'A file exists at this path or at a parent of it: move it away, or set SALLYPORT_HOME to another folder.'
        : 'Make it writable, or set SALLYPORT_HOME to another folder.',
      cause: error,
    });
  }
}

function notOurs(path: string, what: string): SallyportError {
  return new SallyportError('ERR_PERMISSION_DENIED', `The folder ${path} ${what}, so its content cannot be trusted.`, {
    hint: 'Remove it, or set SALLYPORT_HOME to a folder of your own.',
  });
}

/** The code of a failed system call, such as EACCES or ENOSPC. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
