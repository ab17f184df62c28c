import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { type AskOptions, ask } from './ask.ts';

async function answering(keys: string | undefined, options?: AskOptions) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const answer = ask({ stdin, stdout }, 'Make these changes?', options);
  if (keys === undefined) stdin.end();
  else stdin.write(keys);
  return { answer, shown: () => String(stdout.read()) };
}

it.each([
  ['\r', true, false],
  ['y\r', true, true],
  ['Yes\r', true, true],
  ['n\r', false, false],
  ['what\r', false, false],
])('%j means %s, and %s where no is the default', async (keys, usually, byDefaultNo) => {
  expect(await (await answering(keys)).answer).toBe(usually);
  expect(await (await answering(keys, { isDefaultNo: true })).answer).toBe(byDefaultNo);
});

it('shows which answer Enter gives', async () => {
  const yes = await answering('\r');
  const no = await answering('\r', { isDefaultNo: true });
  await Promise.all([yes.answer, no.answer]);
  expect(yes.shown()).toContain('Make these changes? [Y/n] ');
  expect(no.shown()).toContain('Make these changes? [y/N] ');
});

it.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
  ['the end of the input', undefined],
])('%s is no answer and changes nothing', async (_, keys) => {
  const { answer } = await answering(keys);
  await expect(answer).rejects.toMatchObject({ code: 'ERR_CANCELLED', message: 'Cancelled; nothing was changed.' });
});
