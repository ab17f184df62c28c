import { PassThrough } from 'node:stream';
import { SallyportError } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { verifies } from '../../../tests/support/verifies.ts';
import { createLog, textOf } from './log.ts';

it(
  verifies(
    'a line on stderr has the name, the time and the text',
    'S0-log-stderr',
    'S0-log-form',
    'S3-stderr-diagnostics',
  ),
  () => {
    const stderr = new PassThrough();
    const log = createLog({ stderr, file: undefined, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) });
    log('one\n  two');
    expect(String(stderr.read())).toBe('[Sallyport Native Host] 2026-01-02T03:04:05.006Z one two\n');
  },
);

it('a fault of ours or of the system is told in its own words', () => {
  expect(textOf(new SallyportError('ERR_RATE_LIMITED', 'Too much waits.'))).toBe('Too much waits.');
  expect(textOf(Object.assign(new Error('listen EACCES'), { code: 'EACCES' }))).toBe('listen EACCES');
});

it('the message of any other error stays out of the log, since it may quote a payload', () => {
  const text = textOf(new SyntaxError('Unexpected token in "planted"'));
  expect(text).toMatch(/^SyntaxError at .*log\.test\.ts/);
  expect(text).not.toContain('planted');
  expect(textOf('planted')).toBe('unknown');
});
