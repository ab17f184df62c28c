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

describe.each([
  ['linux', 'secret-tool', [0]],
  ['darwin', 'security', [0, 44]],
] as const)('the keychain of %s', (platform, program, fine) => {
  it('says when it did not remove a secret', async () => {
    let code = 1;
    const keychain = systemKeychain({ platform, run: async () => ({ code, out: '' }), file: openFile() });
    await expect(keychain?.remove('bank')).rejects.toThrow(`${program} did not remove the secret.`);
    for (code of fine) await keychain?.remove('bank');
  });
});
