import { describe, expect, it } from 'vitest';
import { textChange } from './text-change.ts';

const filler = 'words that are the same before and after the change';

describe('a text that became another', () => {
  it.each([
    ['0', '1', '0 → 1'],
    ['Said false', 'Said true', 'Said false → Said true'],
    [`${filler} 3 items`, `${filler} 4 items`, '…and after the change 3 → 4 items'],
    [`${filler} is`, `${filler} is: dumbledore`, '…and after the change is → is: dumbledore'],
    [`Old ${filler}`, `New ${filler}`, 'Old → New words'],
    [`${filler} and this`, filler, '…before and after the change and this → change'],
    ['a → b', 'c', '"a → b" → c'],
    ['button "Pay" e7', 'x', '"button \\u0022Pay\\u0022 e7" → x'],
  ])('%s, then %s', (old, now, line) => {
    expect(textChange(old, now)).toBe(line);
  });
});
