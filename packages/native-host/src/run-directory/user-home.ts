// The home folder that the user's programs are started with, where it is not the account's.
import { realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { Machine } from './machine.ts';

/**
 * With a HOME of the user's own choice, our files go there too, as the browsers' and clients' do. SALLYPORT_HOME carries the
 * choice on: launchers and client entries keep it for processes that are started with another HOME. A snap's HOME is not a
 * choice, nor is a folder that belongs to somebody else.
 */
export function withUserHome(machine: Machine): Machine {
  const { platform, env, accountHome, uid } = machine;
  const { HOME, SALLYPORT_HOME } = env;
  if (platform === 'win32' || SALLYPORT_HOME || !HOME || !posix.isAbsolute(HOME)) return machine;
  if (posix.normalize(HOME).includes('/snap/') || !isOwned(HOME, uid)) return machine;
  if (accountHome !== undefined && isSamePlace(HOME, accountHome)) return machine;
  const folder = platform === 'darwin' ? ['Library', 'Application Support', 'Sallyport'] : ['.config', 'sallyport'];
  return { ...machine, env: { ...env, SALLYPORT_HOME: posix.join(HOME, ...folder) } };
}

function isOwned(path: string, uid: number | undefined): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (uid === undefined || found.uid === uid);
}

function isSamePlace(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return posix.normalize(a) === posix.normalize(b);
  }
}
