// Where the sshd of the tests is: the system's own, or Debian's package unpacked in the cache folder without installing it.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface FoundSshd {
  readonly program: string;
  /** For libraries that were unpacked beside it. */
  readonly env: Readonly<Record<string, string>>;
}

const SYSTEM = '/usr/sbin/sshd';

/** A newer set of packages gets a new number. */
export function sshdFolder(cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')): string {
  return join(cache, 'sallyport', 'sshd-1');
}

export function findSshd(folder = sshdFolder()): FoundSshd | undefined {
  if (existsSync(SYSTEM)) return { program: SYSTEM, env: {} };
  const program = join(folder, 'usr', 'sbin', 'sshd');
  if (!existsSync(program)) return undefined;
  const libraries = join(folder, 'usr', 'lib');
  const folders = readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'));
  return { program, env: { LD_LIBRARY_PATH: folders.map((name) => join(libraries, name)).join(':') } };
}
