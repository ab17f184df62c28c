// Access to Windows registry keys and their default values, through reg.exe.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '@sallyport/protocol';

export interface Registry {
  exists(key: string): boolean;
  /** The default value of a key that exists; undefined when it has none. */
  read(key: string): string | undefined;
  /** Creates a missing key; the parent must exist. */
  write(key: string, value: string): void;
  create(key: string): void;
  /** Removes the default value and keeps the key. */
  clear(key: string): void;
  /** True when the key has no subkeys, and no values but the default one. */
  isBare(key: string): boolean;
  remove(key: string): void;
}

/** For systems without a registry. */
export const noRegistry: Registry = {
  exists: () => false,
  read: () => undefined,
  write: refuse,
  create: refuse,
  clear: refuse,
  isBare: () => true,
  remove: refuse,
};

/** `run` returns the output of reg.exe, or undefined if it found nothing. Exports go to `temporaryFolder`. */
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
      // reg.exe exits with 1 for a missing key and for every other failure.
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
      // Unlike the output of a query, an export is always UTF-16 and not localised.
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

/** The default value of the first key in an export: `@="C:\\path"`. */
export function defaultValueIn(exported: string): string | undefined {
  const [, firstKey = ''] = exported.split(/^\[/m);
  const quoted = /^@="((?:[^"\\]|\\.)*)"\r?$/m.exec(firstKey)?.[1];
  return quoted?.replace(/\\(.)/g, '$1');
}

/**
 * A listing has the key itself if it has values, `    (Default)    REG_SZ    …` for each value, and `HKEY_…` for each subkey.
 * It spells out the root key and localises the name of the default value.
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
