import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@sallyport/protocol';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { CommandOutput } from './output.ts';

const coloured = (n: number) => `\u001b[31mline ${n}\u001b[0m\r\n`;

describe('the output of a command', () => {
  it('goes on for a poll where the last one ended, also when its beginning is no longer kept', async () => {
    const output = new CommandOutput(join(temporaryFolder(), 'log'));
    let [count, seenChars, size] = [0, 0, 0];
    while (size < limits.editor.outputKeptBytes * 1.5) {
      const piece = coloured(count);
      output.add(piece);
      seenChars += `line ${count}\n`.length;
      size += piece.length;
      count += 1;
    }
    output.add(coloured(count));
    expect(output.from(seenChars)).toEqual({ text: `line ${count}\n`, next: seenChars + `line ${count}\n`.length });
    expect(output.latest()).toMatchObject({ isCut: true });
    await output.close();
    expect(readFileSync(output.wholeFile ?? '', 'utf8').startsWith(coloured(0))).toBe(true);
  });

  it('goes on where its file cannot be written, and names none then', async () => {
    const output = new CommandOutput(join(temporaryFolder(), 'missing', 'log'));
    output.add('hello\n');
    await output.close();
    expect(output.latest()).toEqual({ text: 'hello\n', isCut: false });
    expect(output.wholeFile).toBeUndefined();
  });
});
