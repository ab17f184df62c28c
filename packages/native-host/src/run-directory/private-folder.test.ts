import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { readMachine } from './machine.ts';
import { openRunDirectory } from './private-folder.ts';

const machine = readMachine();
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the run directory', () => {
  it('is created with its folders, for its owner alone', () => {
    const run = openRunDirectory(join(temporaryFolder(), 'deep', 'run'), machine);
    expect([run.path, run.hosts, run.editors].map(modeOf)).toEqual(['700', '700', '700']);
  });

  it('is narrowed when it is ours and too open', () => {
    const path = join(temporaryFolder(), 'run');
    mkdirSync(path, { mode: 0o755 });
    chmodSync(path, 0o777);
    openRunDirectory(path, machine);
    expect(modeOf(path)).toBe('700');
  });

  it('is refused when it belongs to someone else', () => {
    const path = join(temporaryFolder(), 'run');
    mkdirSync(path);
    expect(() => openRunDirectory(path, { ...machine, uid: (machine.uid ?? 0) + 1 })).toThrow(
      expect.objectContaining({ code: 'ERR_PERMISSION_DENIED', message: expect.stringContaining(path) }),
    );
  });

  it('is refused when it is a link to a folder', () => {
    const folder = temporaryFolder();
    symlinkSync(folder, join(folder, 'run'));
    expect(() => openRunDirectory(join(folder, 'run'), machine)).toThrow('symbolic link');
  });

  it('is refused with the cause when it cannot be made', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'run'), 'a file');
    expect(() => openRunDirectory(join(folder, 'run'), machine)).toThrow(/cannot be used: E(EXIST|NOTDIR)/);
  });
});
