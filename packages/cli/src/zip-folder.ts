// Packs a folder as a ZIP archive, the format of a packed extension.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { zip } from './zip.ts';

/** All files under the folder, sorted, with paths relative to it. */
export async function zipFolder(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = files.map((file) => ({ file, path: relative(folder, file).split(sep).join('/') }));
  named.sort((a, b) => (a.path < b.path ? -1 : 1));
  return zip(await Promise.all(named.map(async ({ file, path }) => ({ path, content: await readFile(file) }))));
}
