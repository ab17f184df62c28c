import { SallyportError } from '@sallyport/protocol';
import { expect, it } from 'vitest';
import { textOf } from './log.ts';

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
