import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { removeLeftovers } from './leftovers.ts';

it('removes what windows left that are no more, and nothing else', () => {
  const folder = temporaryFolder();
  for (const name of ['12', '34', 'other']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'a.log'), 'output');
  }
  removeLeftovers(folder, (pid) => pid === 34);
  expect(readdirSync(folder).sort()).toEqual(['34', 'other']);
  removeLeftovers(join(folder, 'missing'), () => false);
});
