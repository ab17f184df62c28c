// All test files of the project, read from disk.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSource } from './citations.ts';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const ignoredFolders = new Set(['node_modules', 'dist']);

/** Every `*.test.ts`, and every `*.suite.ts` that such files share, below `packages` and `tests`, sorted by path, which is relative to the root and has slashes. */
export function readTestSources(root: string = projectRoot): TestSource[] {
  return ['packages', 'tests']
    .flatMap((folder) => testFiles(join(root, folder)))
    .map((file) => ({ path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : testFiles(path);
    return /\.(test|suite)\.ts$/.test(entry.name) ? [path] : [];
  });
}
