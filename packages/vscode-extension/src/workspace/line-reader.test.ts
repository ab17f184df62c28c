import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { verifies } from '../../../../tests/support/verifies.ts';
import { readLines } from './line-reader.ts';

const signal = new AbortController().signal;

async function read(content: string | Buffer, offset = 1, count = 2000, maxBytes = 1_000_000) {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, content);
  return readLines(file, { offset, count, maxBytes, signal });
}

describe('lines of a file', () => {
  it('are those that were asked for, whatever the text', async () => {
    const folder = temporaryFolder();
    const line = fc.stringMatching(/^[a-zäö \r]{0,30}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 40 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 45 }),
        fc.integer({ min: 1, max: 45 }),
        async (lines, hasLastBreak, offset, count) => {
          const text = lines.join('\n') + (hasLastBreak && lines.length > 0 ? '\n' : '');
          const all = text === '' ? [] : text.replace(/\n$/, '').split('\n');
          const file = join(folder, 'file');
          writeFileSync(file, text);
          const found = await readLines(file, { offset, count, maxBytes: 1e6, signal });
          const wanted = all.slice(offset - 1, offset - 1 + count);
          if (found.kind !== 'text') throw new Error(found.kind);
          expect([found.totalLines, found.lineCount]).toEqual([all.length, wanted.length]);
          expect(found.bytes.toString().split('\n').slice(0, found.lineCount)).toEqual(
            wanted.length === 0 ? [] : wanted,
          );
        },
      ),
    );
  });

  it('are counted across the pieces in which a large file is read', async () => {
    const text = `${'x'.repeat(99)}\n`.repeat(30_000);
    const found = await read(text, 29_999, 5);
    expect(found).toMatchObject({ kind: 'text', totalLines: 30_000, lineCount: 2 });
    expect(await read(`${text}last`, 30_001)).toMatchObject({
      totalLines: 30_001,
      lineCount: 1,
      bytes: Buffer.from('last'),
    });
  });

  it('stop where an answer is full', async () => {
    expect(await read('aaaa\nbbbb\ncccc\n', 1, 3, 10)).toMatchObject({ lineCount: 2, totalLines: 3 });
    expect(await read('aaaaaaaaaaaa\nb\n', 1, 2, 5)).toMatchObject({ lineCount: 0, totalLines: 2 });
  });

  it(verifies('are not read from a binary file, told by its first 8 KB', 'S2-fail-binary'), async () => {
    expect(await read(Buffer.concat([Buffer.alloc(8191, 97), Buffer.from([0])]))).toEqual({ kind: 'binary' });
    expect(await read(Buffer.concat([Buffer.alloc(8192, 97), Buffer.from([0])]))).toMatchObject({ kind: 'text' });
    expect(await read(Buffer.from('\ufeffa\n', 'utf16le'))).toEqual({ kind: 'wide' });
  });
});
