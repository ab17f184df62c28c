import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readSecret } from './read-secret.ts';

/** A terminal that was switched to raw mode, and back. */
function terminal() {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  let shown = '';
  const stderr = { write: (text: string) => (shown += text) };
  return { stdin, stderr, modes, shown: () => shown };
}

it('reads one line of stdin', async () => {
  const { stderr, shown } = terminal();
  expect(await readSecret({ stdin: Readable.from(['plum-', 'tree\nmore']), stderr }, 'Value: ')).toBe('plum-tree');
  expect(shown()).toBe('');
});

it('shows nothing of what is typed at a terminal, and takes Backspace', async () => {
  const { stdin, stderr, modes, shown } = terminal();
  const reading = readSecret({ stdin, stderr }, 'Value: ');
  stdin.write('plum-treee\u007f\r');
  expect(await reading).toBe('plum-tree');
  expect([shown(), modes]).toEqual(['Value: \n', [true, false]]);
});

it.each([['\u0003'], ['\r']])('is given up by %j, and the terminal is as before', async (keys) => {
  const { stdin, stderr, modes } = terminal();
  const reading = readSecret({ stdin, stderr }, 'Value: ');
  stdin.write(keys);
  await expect(reading).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
  expect(modes).toEqual([true, false]);
});
