// Where the product keeps its files: config, data, and the run directory in which its processes find each other.
import { lstatSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { SallyportError } from '@sallyport/protocol';
import type { Machine } from './machine.ts';

export interface ProductFolders {
  /** The folder of `config.json`. */
  readonly config: string;
  /** Grants, tokens, journal, logs. */
  readonly data: string;
  /** Records, sockets and tokens of running processes. */
  readonly run: string;
}

/** In the data folder: all calls to editors, direct or through the gateway. */
export const EDITOR_JOURNAL = 'editor-journal.jsonl';

/**
 * Processes of a browser, a shell and a snap have different `$HOME`, `$XDG_*` and `$TMPDIR` but must find the same folders,
 * so only the account and `SALLYPORT_HOME`, which the launcher script sets, are used.
 */
export function locateFolders(machine: Machine): ProductFolders {
  const { join } = machine.platform === 'win32' ? win32 : posix;
  const moved = machine.env.SALLYPORT_HOME;
  if (moved !== undefined && moved !== '') {
    return { config: moved, data: join(moved, 'data'), run: join(moved, 'run') };
  }
  if (machine.platform === 'win32') {
    const local = machine.env.LOCALAPPDATA ?? join(homeOf(machine), 'AppData', 'Local');
    const base = join(local, 'sallyport');
    return { config: base, data: join(base, 'data'), run: join(base, 'run') };
  }
  const home = homeOf(machine);
  const config =
    machine.platform === 'darwin'
      ? join(home, 'Library', 'Application Support', 'Sallyport')
      : join(home, '.config', 'sallyport');
  return { config, data: join(config, 'data'), run: userRuntimeFolder(machine) ?? join(home, '.sallyport', 'run') };
}

/** The config file of the command line and the gateway: the one given by `--config`, otherwise the user's. */
export function configFileOf(machine: Machine): string {
  const { SALLYPORT_CONFIG: named } = machine.env;
  if (named !== undefined && named !== '') return named;
  const { join } = machine.platform === 'win32' ? win32 : posix;
  return join(locateFolders(machine).config, 'config.json');
}

/** systemd's runtime folder of the user, by its path, since `$XDG_RUNTIME_DIR` is not set everywhere. */
function userRuntimeFolder({ uid }: Machine): string | undefined {
  if (uid === undefined) return undefined;
  const folder = `/run/user/${uid}`;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === uid ? `${folder}/sallyport` : undefined;
}

function homeOf({ accountHome }: Machine): string {
  if (accountHome !== undefined) return accountHome;
  throw new SallyportError('ERR_SERVER_UNAVAILABLE', 'This user has no account with a home folder.', {
    hint: 'Set SALLYPORT_HOME to a folder of your own.',
  });
}
