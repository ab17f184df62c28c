import { randomBytes } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import {
  type AppRecord,
  createId,
  idsFrom,
  listRecords,
  readRecord,
  removeRecord,
  tokenPath,
  writeRecord,
} from './record.ts';
import { createToken, isSameToken, readToken, writeToken } from './token.ts';

const record = (id: string, startedAt: string): AppRecord => ({
  id,
  pid: 42,
  version: '1.2.3',
  startedAt,
  socket: `/run/${id}.sock`,
});
const idOf = (digit: string) => digit.repeat(32);

describe('a record', () => {
  it('comes back as it was written, fields of a later version included', () => {
    const folder = temporaryFolder();
    const written = { ...record(idOf('a'), '2026-01-01T00:00:00Z'), browser: { name: 'Firefox', version: '150' } };
    writeRecord(folder, written);
    expect(readRecord(folder, written.id)).toEqual(written);
    expect(statSync(join(folder, `${written.id}.json`)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual([`${written.id}.json`]);
  });

  it('is listed oldest first, and junk beside it is passed over', () => {
    const folder = temporaryFolder();
    writeRecord(folder, record(idOf('a'), '2026-01-02T00:00:00Z'));
    writeRecord(folder, record(idOf('b'), '2026-01-01T00:00:00Z'));
    writeFileSync(join(folder, `${idOf('c')}.json`), '{"id": "cut of');
    writeFileSync(join(folder, `${idOf('d')}.json`), JSON.stringify(record(idOf('a'), 'another name than its id')));
    writeFileSync(join(folder, `${idOf('e')}.json`), '[1]');
    writeFileSync(join(folder, 'notes.json'), '{}');
    expect(listRecords(folder).map(({ id }) => id)).toEqual([idOf('b'), idOf('a')]);
    expect(listRecords(join(folder, 'nowhere'))).toEqual([]);
  });

  it('is removed together with its token, and a second time without complaint', () => {
    const folder = temporaryFolder();
    writeRecord(folder, record(idOf('a'), '2026-01-01T00:00:00Z'));
    writeToken(tokenPath(folder, idOf('a')), 'f'.repeat(64));
    removeRecord(folder, idOf('a'));
    removeRecord(folder, idOf('a'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has an id of 128 random bits', () => {
    expect(createId((size) => new Uint8Array(size).fill(0xab))).toBe('ab'.repeat(16));
    const create = idsFrom(randomBytes);
    const ids = Array.from({ length: 1000 }, create);
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });
});

describe('a token', () => {
  it(verifies('is 32 random bytes in 64 hex digits', 'S1-token-new'), () => {
    expect(createToken((size) => new Uint8Array(size).fill(0x0f))).toBe('0f'.repeat(32));
  });

  it('is written once, for its owner alone, and read back', () => {
    const path = join(temporaryFolder(), 'token');
    writeToken(path, 'a'.repeat(64));
    expect(readToken(path)).toBe('a'.repeat(64));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => writeToken(path, 'b'.repeat(64))).toThrow('EEXIST');
  });

  it('is none when the file is missing or holds something else', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'short'), 'abc');
    expect([readToken(join(folder, 'short')), readToken(join(folder, 'missing'))]).toEqual([undefined, undefined]);
  });

  it('matches itself and nothing else', () => {
    const token = 'a'.repeat(64);
    expect([token, 'b'.repeat(64), 'a', '', 'é'.repeat(32)].map((other) => isSameToken(token, other))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
