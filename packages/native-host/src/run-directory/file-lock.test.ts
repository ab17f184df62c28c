import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { type LockOptions, lockOf, whileLocked } from './file-lock.ts';

function newFile(): LockOptions {
  const path = join(temporaryFolder(), 'book.json');
  return { path, pid: process.pid, random: randomBytes, now: Date.now, waitMs: 50 };
}

const nonce = 'a'.repeat(32);
/** A number that a process had, and no longer has. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock of a file', () => {
  it('stands beside it while it is changed, and no longer, also when the change fails', () => {
    const options = newFile();
    expect(whileLocked(options, () => existsSync(lockOf(options.path)))).toBe(true);
    expect(() =>
      whileLocked(options, () => {
        throw new Error('of the change');
      }),
    ).toThrow('of the change');
    expect(readdirSync(dirname(options.path))).toEqual([]);
  });

  it('keeps others out, and tells them who holds it and what to do', () => {
    const options = newFile();
    whileLocked(options, () => {
      expect(() => whileLocked(options, () => 'in')).toThrow(
        expect.objectContaining({
          code: 'ERR_SERVER_UNAVAILABLE',
          message: `${options.path} is being changed by process ${process.pid}.`,
          hint: expect.stringContaining(lockOf(options.path)),
        }),
      );
    });
    expect(whileLocked(options, () => 'in')).toBe('in');
  });

  it('that a dead process left holds nobody up', () => {
    const options = newFile();
    writeFileSync(lockOf(options.path), JSON.stringify({ nonce, pid: deadPid() }));
    expect(whileLocked(options, () => 'in')).toBe('in');
    expect(readdirSync(dirname(options.path))).toEqual([]);
  });

  it.each([JSON.stringify({ nonce, pid: process.pid }), ''])('is none when it is old, whatever it says: %j', (text) => {
    const options = newFile();
    writeFileSync(lockOf(options.path), text);
    expect(() => whileLocked(options, () => 'in')).toThrow(/is being changed/);
    const before = new Date(Date.now() - 60_000);
    utimesSync(lockOf(options.path), before, before);
    expect(whileLocked(options, () => 'in')).toBe('in');
  });

  it('that is another one by now is left to its owner', () => {
    const options = newFile();
    const later = JSON.stringify({ nonce, pid: process.pid });
    whileLocked(options, () => writeFileSync(lockOf(options.path), later));
    expect(existsSync(lockOf(options.path))).toBe(true);
  });

  it('says what is wrong where none can be made', () => {
    const options = { ...newFile(), path: '/nowhere/book.json' };
    expect(() => whileLocked(options, () => 'in')).toThrow(
      expect.objectContaining({ message: '/nowhere/book.json cannot be changed: ENOENT.' }),
    );
  });
});
