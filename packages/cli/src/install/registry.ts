// The Windows registry as the installer needs it: keys, and their default values, by way of reg.exe.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';

export interface Registry {
  exists(key: string): boolean;
  /** The default value of a key that exists; undefined when it has none. */
  read(key: string): string | undefined;
  /** Creates the key where it is missing; its parent is there. */
  write(key: string, value: string): void;
  create(key: string): void;
  /** Takes the default value away and leaves the key. */
  clear(key: string): void;
  /** True when the key has neither values nor keys below it, its default value aside. */
  isBare(key: string): boolean;
  remove(key: string): void;
}

/** A registry for systems without one; nothing there ever asks it. */
export const noRegistry: Registry = {
  exists: () => false,
  read: () => undefined,
  write: refuse,
  create: refuse,
  clear: refuse,
  isBare: () => true,
  remove: refuse,
};

/** `run` gives reg.exe's output, or undefined when it found nothing; `temporaryFolder` is for exports. */
export interface RegExe {
  readonly run: (args: readonly string[]) => string | undefined;
  readonly temporaryFolder: string;
}

const REG_DEADLINE_MS = 10_000;

export function runRegExe(systemRoot: string): RegExe['run'] {
  return (args) => {
    try {
      return execFileSync(`${systemRoot}\\System32\\reg.exe`, args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: REG_DEADLINE_MS,
        windowsHide: true,
      });
    } catch (thrown) {
      // reg.exe has one exit code for "no such key" and for every fault; a key that cannot be seen is not there.
      if (thrown instanceof Error && 'status' in thrown && thrown.status === 1) return undefined;
      throw new SallyportError('ERR_INTERNAL', 'reg.exe could not be run.', {
        hint: 'It is part of Windows; a policy may forbid it for this user.',
        cause: thrown,
      });
    }
  };
}

export function openRegistry({ run, temporaryFolder }: RegExe): Registry {
  function change(args: readonly string[]): void {
    if (run(args) !== undefined) return;
    throw new SallyportError('ERR_INTERNAL', `The registry key ${args[1]} could not be changed.`, {
      hint: 'A policy may forbid it for this user.',
    });
  }
  return {
    exists: (key) => run(['query', key]) !== undefined,
    read: (key) => {
      // An export is UTF-16 and the same in every language of Windows; a query's output is neither.
      const folder = mkdtempSync(join(temporaryFolder, 'sallyport-reg-'));
      try {
        const file = join(folder, 'key.reg');
        if (run(['export', key, file, '/y']) === undefined) return undefined;
        return defaultValueIn(readFileSync(file, 'utf16le'));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    write: (key, value) => change(['add', key, '/ve', '/t', 'REG_SZ', '/d', value, '/f']),
    create: (key) => change(['add', key, '/f']),
    clear: (key) => change(['delete', key, '/ve', '/f']),
    isBare: (key) => isBareListing(run(['query', key]) ?? '', key),
    remove: (key) => change(['delete', key, '/f']),
  };
}

/** The default value of the first key of an exported file: `@="C:\\path"`. */
export function defaultValueIn(exported: string): string | undefined {
  const [, firstKey = ''] = exported.split(/^\[/m);
  const quoted = /^@="((?:[^"\\]|\\.)*)"\r?$/m.exec(firstKey)?.[1];
  return quoted?.replace(/\\(.)/g, '$1');
}

/**
 * A listing names the key itself when it has values, then `    (Default)    REG_SZ    …` for each, and `HKEY_…` for keys
 * below. The root stands there in full, whatever we wrote, and the default value's name in the language of Windows.
 */
export function isBareListing(listing: string, key: string): boolean {
  const belowRoot = (path: string) => path.slice(path.indexOf('\\')).trim().toLowerCase();
  const lines = listing.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.every((line) =>
    line.startsWith('HKEY_') ? belowRoot(line) === belowRoot(key) : /^\s{4}\(.+?\)\s{4}/.test(line),
  );
}

function refuse(): never {
  throw new SallyportError('ERR_INTERNAL', 'This system has no registry.');
}
