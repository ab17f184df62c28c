// Tells a copy of this package in npx's cache, which npm may empty, from an installed one, and says how to keep it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isRecord } from '@sallyport/protocol';

const CACHED = /^(.*[/\\]_npx[/\\][^/\\]+)[/\\]node_modules[/\\]/;

/** A sentence for the user; undefined for a package that stays where it is. */
export function howToKeep(bundles: string, read = (path: string) => readFileSync(path, 'utf8')): string | undefined {
  const folder = CACHED.exec(bundles)?.[1];
  if (folder === undefined) return undefined;
  const what = packageIn(folder, read) ?? 'with the package that you gave to npx';
  return `This copy of Sallyport is in npx's cache, which npm may empty. To keep it, and to have the command "sallyport", run: npm install --global ${what}`;
}

/** What npx was given: a file by its path, anything else as it is. */
function packageIn(folder: string, read: (path: string) => string): string | undefined {
  try {
    const file: unknown = JSON.parse(read(`${folder}/package.json`));
    const known = isRecord(file) && isRecord(file.dependencies) ? file.dependencies.sallyport : undefined;
    if (typeof known !== 'string') return undefined;
    return known.startsWith('file:') ? quoted(resolve(folder, known.slice('file:'.length))) : `sallyport@${known}`;
  } catch {
    return undefined;
  }
}

function quoted(path: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${path}"`;
}
