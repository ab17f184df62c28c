import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANAGED_MARK } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { prepareExtension } from './managed-extension.ts';

it('gives a managed browser a marked copy, and leaves the build as it was', () => {
  const folder = temporaryFolder();
  const extensionFolder = join(folder, 'build');
  mkdirSync(extensionFolder);
  writeFileSync(join(extensionFolder, 'manifest.json'), '{}');
  const options = { extensionFolder, home: join(folder, 'home') };
  const copy = prepareExtension(options);
  expect(readdirSync(copy).sort()).toEqual([MANAGED_MARK, 'manifest.json']);
  expect(readdirSync(extensionFolder)).toEqual(['manifest.json']);
  expect(readdirSync(prepareExtension({ ...options, asksAboutSites: true }))).toEqual(['manifest.json']);
});

it('says so when there is nothing to copy', () => {
  const folder = temporaryFolder();
  const options = { extensionFolder: join(folder, 'nothing-here'), home: join(folder, 'home') };
  expect(() => prepareExtension(options)).toThrow('is not built');
});
