import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { type Disk, nodeDisk, openDocument } from './document.ts';

function open(folder: string, disk: Disk = nodeDisk, mayWrite = () => {}) {
  return openDocument<{ readonly n: number }>({
    path: join(folder, 'x.json'),
    version: 1,
    parse({ n }) {
      if (typeof n !== 'number') throw new Error('n is no number');
      return { n };
    },
    toJson: (value) => value,
    now: () => 1_700_000_000_000,
    nonce: 'me',
    mayWrite,
    disk,
  });
}

const failing = (code: string) => () => {
  throw Object.assign(new Error('secret text'), { code });
};

it('comes back as it was written, for its owner alone', () => {
  const folder = temporaryFolder();
  expect(open(folder).read()).toEqual({ state: 'missing' });
  open(folder).write({ n: 1 });
  open(folder).write({ n: 2 });
  expect(open(folder).read()).toEqual({ state: 'sound', value: { n: 2 } });
  expect(statSync(join(folder, 'x.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['x.json']);
});

it('a temporary file that a crash left behind is in nobody’s way', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'x.json.me.tmp'), '{"vers');
  open(folder).write({ n: 3 });
  expect(open(folder).read()).toEqual({ state: 'sound', value: { n: 3 } });
});

it('that the disk does not give out is no empty one, and stays where it is', () => {
  const folder = temporaryFolder();
  open(folder).write({ n: 1 });
  const closed = open(folder, { ...nodeDisk, read: failing('EACCES') });
  expect(() => closed.read()).toThrow(
    expect.objectContaining({
      code: 'ERR_SERVER_UNAVAILABLE',
      message: expect.stringMatching(/x\.json cannot be read: EACCES\.$/),
    }),
  );
  expect(open(folder).read()).toEqual({ state: 'sound', value: { n: 1 } });
});

describe('a write that fails', () => {
  it.each(['create', 'rename'] as const)('at %s leaves the old document and says why', (step) => {
    const folder = temporaryFolder();
    open(folder).write({ n: 1 });
    const full = open(folder, { ...nodeDisk, [step]: failing('ENOSPC') });
    expect(() => full.write({ n: 2 })).toThrow(
      expect.objectContaining({ code: 'ERR_INTERNAL', message: expect.stringContaining('ENOSPC') }),
    );
    expect(open(folder).read()).toEqual({ state: 'sound', value: { n: 1 } });
    expect(readdirSync(folder)).toEqual(['x.json']);
  });

  it('because another process is the writer touches nothing', () => {
    const folder = temporaryFolder();
    const guarded = open(folder, nodeDisk, failing('not ours'));
    expect(() => guarded.write({ n: 1 })).toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a document that cannot be read', () => {
  it.each([
    ['', 'it is not JSON'],
    ['{"version": 1, "n": ', 'it is not JSON'],
    ['[1]', 'it is not a JSON object'],
    ['{"n": 1}', 'version'],
    ['{"version": 0, "n": 1}', 'version'],
    ['{"version": 1, "n": "one"}', 'n is no number'],
  ])('%j is set aside whole', (text, reason) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'x.json'), text);
    const loaded = open(folder).read();
    if (loaded.state !== 'damaged') expect.unreachable(`it was ${loaded.state}`);
    expect(loaded.reason).toContain(reason);
    expect(readFileSync(loaded.setAside, 'utf8')).toBe(text);
    expect(open(folder).read()).toEqual({ state: 'missing' });
  });

  it('because a later version wrote it stays where it is', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'x.json'), '{"version": 2, "m": 1}');
    expect(() => open(folder).read()).toThrow(expect.objectContaining({ code: 'ERR_VERSION_MISMATCH' }));
    expect(readFileSync(join(folder, 'x.json'), 'utf8')).toBe('{"version": 2, "m": 1}');
  });
});
