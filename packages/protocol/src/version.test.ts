// Two parts of different ages agree, or say which is the older.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agreeOnWire, isWireRange, PRODUCT_VERSION, type WireParty, type WireRange } from './version.ts';

const party = (name: string, wire: WireRange): WireParty => ({
  name,
  wire,
  version: '1.2.3',
  update: `Update ${name}.`,
});

describe('two parts', () => {
  it('use the highest wire version that both speak', () => {
    expect(agreeOnWire(party('host', [1, 3]), party('extension', [2, 5]))).toBe(3);
    expect(agreeOnWire(party('host', [2, 5]), party('extension', [1, 3]))).toBe(3);
  });

  it('without a common one name the older part and how to update it, whichever asks', () => {
    const [old, young] = [party('the host', [1, 1]), party('the extension', [2, 3])];
    for (const [ours, theirs] of [[old, young] as const, [young, old] as const]) {
      expect(() => agreeOnWire(ours, theirs)).toThrow(
        expect.objectContaining({
          code: 'ERR_VERSION_MISMATCH',
          message: 'the host (1.2.3) is too old for the extension (1.2.3).',
          hint: 'Update the host.',
        }),
      );
    }
  });

  it('take only a pair of positive whole numbers in order for a range', () => {
    expect(
      [
        [1, 1],
        [1, 9],
      ].every(isWireRange),
    ).toBe(true);
    expect([[2, 1], [0, 1], [1.5, 2], [1], [1, 2, 3], 'x', null, ['1', '2']].some(isWireRange)).toBe(false);
  });
});

describe('the product version', () => {
  it('is the one of every package', () => {
    const versionIn = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).version;
    expect([versionIn('../package.json'), versionIn('../../../package.json')]).toEqual([
      PRODUCT_VERSION,
      PRODUCT_VERSION,
    ]);
  });
});
