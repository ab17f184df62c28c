// Files of the project, found and read on disk: all of a kind, and all tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSource } from './citations.ts';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const ignoredFolders = new Set(['node_modules', 'dist']);

/** Every `*.test.ts`, and every `*.suite.ts` that such files share, below `packages` and `tests`. */
export function readTestSources(root: string = projectRoot): TestSource[] {
  return findFiles(['packages', 'tests'], /\.(test|suite)\.ts$/, root).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/** The files below these folders that fit, sorted by path, which is relative to the root and has slashes. */
export function findFiles(folders: readonly string[], name: RegExp, root: string = projectRoot): string[] {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((path) => name.test(path))
    .sort();
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ignoredFolders.has(entry.name) ? [] : filesBelow(path);
  });
}
