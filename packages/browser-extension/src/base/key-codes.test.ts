import { expect, it } from 'vitest';
import { keyFacts } from './key-codes.ts';

it('knows the keys of a keyboard by what they write', () => {
  const facts = ['a', 'Q', '7', '&', '.', '(', '"', ' ', '_', 'Ω', 'Enter', 'Delete', 'F5', 'Shift'].map((key) => {
    const { code, keyCode, isShifted } = keyFacts(key);
    return [key, code, keyCode, isShifted].join(' ');
  });
  expect(facts).toEqual([
    'a KeyA 65 false',
    'Q KeyQ 81 true',
    '7 Digit7 55 false',
    '& Digit7 55 true',
    // Older pages would take 46 for Delete, 40 for ArrowDown and 34 for PageDown.
    '. Period 190 false',
    '( Digit9 57 true',
    '" Quote 222 true',
    '  Space 32 false',
    '_ Minus 189 true',
    'Ω  0 false',
    'Enter Enter 13 false',
    'Delete Delete 46 false',
    'F5 F5 116 false',
    'Shift Shift 0 false',
  ]);
});
