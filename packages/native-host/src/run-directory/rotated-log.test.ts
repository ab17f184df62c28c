import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { openRotatedLog } from './rotated-log.ts';

describe('a rotated log', () => {
  it('appends lines to a file for its owner alone, and makes its folder', () => {
    const path = join(temporaryFolder(), 'logs', 'host.log');
    const log = openRotatedLog({ path });
    log.write('one');
    log.write('two');
    log.close();
    log.close();
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps the newest lines within its number of files, each within its size', () => {
    const folder = temporaryFolder();
    const log = openRotatedLog({ path: join(folder, 'a.log'), maxBytes: 10, files: 3 });
    for (let n = 0; n < 20; n += 1) log.write(`line${n % 10}`);
    log.close();
    expect(readdirSync(folder).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2']);
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'line9\n',
      'line8\n',
      'line7\n',
    ]);
  });

  it('is shared by two writers without one losing the file of the other', () => {
    const folder = temporaryFolder();
    const options = { path: join(folder, 'a.log'), maxBytes: 12, files: 4 };
    const [first, second] = [openRotatedLog(options), openRotatedLog(options)];
    first.write('aaaaa');
    second.write('bbbbb');
    first.write('ccccc');
    second.write('ddddd');
    first.close();
    second.close();
    const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    expect(lines.sort()).toEqual(['aaaaa', 'bbbbb', 'ccccc', 'ddddd']);
  });

  it('drops its lines when it cannot write', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'folder.log'));
    for (const path of [join(folder, 'file', 'a.log'), join(folder, 'folder.log'), '/dev/full']) {
      const log = openRotatedLog({ path });
      expect(() => log.write('lost'), path).not.toThrow();
      log.close();
    }
  });
});
