import { expect, it } from 'vitest';
import { parseEnvironment } from './environment.ts';

it('is what was recorded, but never what is ours to set', () => {
  const text = JSON.stringify({ variables: { PATH: '/a:/b', SALLYPORT_HOME: '/elsewhere', n: 1 } });
  expect(parseEnvironment(text)).toEqual({ PATH: '/a:/b' });
});

it.each([undefined, '', 'junk', '[]', '{"variables": 3}', 'null'])('%j is no record, and nothing is set', (text) => {
  expect(parseEnvironment(text)).toEqual({});
});
