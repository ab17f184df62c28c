import { expect, it } from 'vitest';
import { isPaste } from './keys.ts';

it('knows every way to paste by a key', () => {
  expect(isPaste('v', ['Control'])).toBe(true);
  expect(isPaste('V', ['Control', 'Shift'])).toBe(true);
  expect(isPaste('v', ['Meta'])).toBe(true);
  expect(isPaste('Insert', ['Shift'])).toBe(true);
  expect(isPaste('Paste', [])).toBe(true);
  for (const key of ['v', 'V', 'Insert']) expect(isPaste(key, [])).toBe(false);
  expect(isPaste('c', ['Control'])).toBe(false);
});
