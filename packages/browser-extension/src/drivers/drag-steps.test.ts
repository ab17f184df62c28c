import { describe, expect, it } from 'vitest';
import { dragParts } from './drag-steps.ts';

describe('the way of a drag', () => {
  it('begins with two small steps, goes on in even ones, and stays at its end', () => {
    const parts = dragParts(120);
    expect(parts.slice(0, 2)).toEqual([0.05, 0.1]);
    expect(parts.slice(-3)).toEqual([1, 1, 1]);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
  });

  it('stays on its way when it is short', () => {
    for (const distancePx of [0, 1, 5]) expect(Math.max(...dragParts(distancePx))).toBe(1);
    expect(dragParts(4).slice(0, 2)).toEqual([0.25, 0.5]);
  });
});
