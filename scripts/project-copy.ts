// Copies of the project in temporary folders, which may be patched and built without touching the real one.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies the working state into `target`: tracked files as they are now, and new ones that git does not ignore. */
export function copyProject(root: string, target: string): void {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git ls-files failed in ${root}: ${listed.stderr || listed.error?.message}`);
  const paths = [...new Set(listed.stdout.split('\0').filter(Boolean))].filter((path) => isThere(join(root, path)));
  for (const folder of new Set(paths.map(dirname))) mkdirSync(join(target, folder), { recursive: true });
  for (const path of paths) cpSync(join(root, path), join(target, path), { verbatimSymlinks: true });
  for (const path of paths) if (/(^|\/)package\.json$/.test(path)) linkDependencies(root, target, dirname(path));
}

/** Gives a folder of the copy the dependencies of the same folder of the project, without copying them. */
export function linkDependencies(root: string, target: string, folder: string): void {
  const from = join(root, folder, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(target, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    // Our own packages and commands must be those of the copy, so these links stay relative. Other dot files are caches.
    if (name === '@sallyport' || name === '.bin')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name), 'junction');
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
