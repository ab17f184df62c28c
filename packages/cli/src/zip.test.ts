// The zip writer, read back by hand and by the browsers' own rules for names.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { zip } from './zip.ts';
import { zipFolder } from './zip-folder.ts';

/** Reads what the directory at the end of the archive lists, as a browser does. */
function readBack(archive: Buffer): { path: string; text: string; crc: number }[] {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  expect(at + archive.readUInt32LE(end + 12)).toBe(end);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const [packed, nameLength, local] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const path = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const crc = archive.readUInt32LE(at + 16);
    at += 46 + nameLength;
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    expect(archive.readUInt32LE(local + 14)).toBe(crc);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    return { path, text: inflateRawSync(archive.subarray(start, start + packed)).toString(), crc };
  });
}

describe('zip', () => {
  it('keeps paths, contents and checksums that read back as they were', () => {
    const archive = zip([
      { path: 'manifest.json', content: Buffer.from('123456789') },
      { path: 'icons/größe.svg', content: Buffer.from('') },
    ]);
    expect(readBack(archive)).toEqual([
      // The check value of CRC-32 is public: that of the nine digits.
      { path: 'manifest.json', text: '123456789', crc: 0xcbf43926 },
      { path: 'icons/größe.svg', text: '', crc: 0 },
    ]);
  });

  it('writes an archive without files too', () => {
    expect(readBack(zip([]))).toEqual([]);
  });

  it('refuses more files than the format can count', () => {
    const entry = { path: 'a', content: new Uint8Array() };
    expect(() => zip(Array.from({ length: 65_536 }, () => entry))).toThrow(RangeError);
  });
});

describe('zipFolder', () => {
  it('takes all files below the folder, sorted, with forward slashes', async () => {
    const folder = temporaryFolder();
    await mkdir(join(folder, 'ui'));
    await writeFile(join(folder, 'ui', 'panel.html'), 'panel');
    await writeFile(join(folder, 'manifest.json'), '{}');
    await writeFile(join(folder, 'background.js'), '1');
    const names = readBack(await zipFolder(folder)).map(({ path, text }) => [path, text]);
    expect(names).toEqual([
      ['background.js', '1'],
      ['manifest.json', '{}'],
      ['ui/panel.html', 'panel'],
    ]);
  });

  it('gives the same bytes for the same files', async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, 'a'), 'a');
    const first = await zipFolder(folder);
    await writeFile(join(folder, 'a'), 'a');
    expect((await zipFolder(folder)).equals(first)).toBe(true);
  });
});
