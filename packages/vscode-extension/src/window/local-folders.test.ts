import { expect, it } from 'vitest';
import { localFolders } from './local-folders.ts';

it('takes no folder for local that only looks so by its path', () => {
  const folder = (scheme: string, fsPath: string) => ({ uri: { scheme, fsPath } });
  expect(localFolders([folder('memfs', '/'), folder('file', '/work/a'), folder('vscode-vfs', '/etc')])).toEqual([
    '/work/a',
  ]);
  expect(localFolders(undefined)).toEqual([]);
});
