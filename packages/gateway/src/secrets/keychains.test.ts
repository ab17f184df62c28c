import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemKeychain } from './keychains.ts';
import { ValueFile } from './value-file.ts';

function openFile(): ValueFile {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-keychain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'values.json');
  return new ValueFile({ path, random: (count) => new Uint8Array(count), now: () => 0, pid: process.pid });
}

describe('the keychain of Windows, which only encrypts', () => {
  it('keeps apart what it encrypted and what the user wants in the file under the same name', async () => {
    const file = openFile();
    const run = async ({ input = '' }) => ({ code: 0, out: input });
    const keychain = systemKeychain({ platform: 'win32', run, file });
    await keychain?.save('bank', 'plum-tree');
    file.save('bank', 'cherry-tree');
    expect(await keychain?.read('bank')).toBe('plum-tree');
    await keychain?.remove('bank');
    expect([await keychain?.read('bank'), file.read('bank')]).toEqual([undefined, 'cherry-tree']);
  });
});

describe('removing a secret', () => {
  it('fails on Linux where it is still there afterwards, but not where there was none', async () => {
    let kept = Buffer.from('plum-tree').toString('base64');
    const run = async ({ args }: { readonly args: readonly string[] }) =>
      args[0] === 'lookup' && kept !== '' ? { code: 0, out: kept } : { code: 1, out: '' };
    const keychain = systemKeychain({ platform: 'linux', run, file: openFile() });
    await expect(keychain?.remove('bank')).rejects.toThrow('secret-tool did not remove the secret.');
    kept = '';
    await keychain?.remove('bank');
  });

  it('fails on macOS by its exit code, but not where there was none', async () => {
    let code = 51;
    const keychain = systemKeychain({ platform: 'darwin', run: async () => ({ code, out: '' }), file: openFile() });
    await expect(keychain?.remove('bank')).rejects.toThrow('security did not remove the secret.');
    for (code of [0, 44]) await keychain?.remove('bank');
  });
});
