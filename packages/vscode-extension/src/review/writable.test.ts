import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { whyNoSpace, whyNotWritable } from './writable.ts';

describe('before a file is written', () => {
  it('nothing is said against one that fits, also in folders that do not exist yet', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'new', 'er', 'file.txt');
    expect([await whyNotWritable(path), await whyNoSpace(join(folder, 'new'), 100, statfs)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('the system says why a path cannot be one', async () => {
    const folder = temporaryFolder();
    const long = join(folder, 'n'.repeat(300));
    expect(await whyNotWritable(long)).toMatchObject({ code: 'ENAMETOOLONG' });
  });

  it('a text that is larger than what is left of the disk is told in the words of the system', async () => {
    const left =
      (bavail: number, bsize = 512) =>
      async () => ({ bavail, bsize });
    expect(await whyNoSpace('/w', 1025, left(2))).toMatchObject({ message: 'ENOSPC: no space left on device' });
    expect(await whyNoSpace('/w', 1024, left(2))).toBeUndefined();
    expect(await whyNoSpace('/w', 1024, left(0, 0))).toBeUndefined();
    const unknown = () => Promise.reject(new Error('ENOSYS: function not implemented'));
    expect(await whyNoSpace('/w', 1024, unknown)).toBeUndefined();
    const seen: string[] = [];
    const missing = async (folder: string) => {
      seen.push(folder);
      if (folder !== '/w') throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
      return { bavail: 0, bsize: 512 };
    };
    expect(await whyNoSpace('/w/new/er', 1, missing)).toBeDefined();
    expect(seen).toEqual(['/w/new/er', '/w/new', '/w']);
  });
});
