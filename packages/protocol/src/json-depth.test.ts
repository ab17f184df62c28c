import { expect, it } from 'vitest';
import { isDeeper } from './json-depth.ts';

const arrays = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const objects = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

it('levels of objects and arrays count, and the bound itself is allowed', () => {
  for (const nest of [arrays, objects]) {
    expect(isDeeper(nest(5), 5)).toBe(false);
    expect(isDeeper(nest(6), 5)).toBe(true);
    expect(isDeeper({ wide: [1, 'x', null, nest(4)] }, 5)).toBe(true);
  }
  expect(isDeeper('{"a":[[[[]]]]}', 0)).toBe(false);
});

it('a depth that no recursion survives is only too deep', () => {
  expect(isDeeper(arrays(1_000_000), 256)).toBe(true);
});
