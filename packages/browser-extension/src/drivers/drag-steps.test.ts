import { describe, expect, it } from 'vitest';
import { dragParts, hold } from './drag-steps.ts';

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

describe('the press of a drag', () => {
  /** How long it is held, where each question takes so long. */
  async function heldMs(timersAt: (ms: number) => number, askMs = 0): Promise<number> {
    let ms = 0;
    await hold({
      pending: async () => {
        ms += askMs;
        return { timers: timersAt(ms) + 1, ownFrames: 1, downloads: 0, knownUntil: 0 };
      },
      pause: async (delayMs) => {
        ms += delayMs;
      },
      now: () => ms,
    });
    return ms;
  }

  it('is held as long as work of it is to come, and not for ours', async () => {
    expect(await heldMs(() => 0)).toBe(0);
    expect(await heldMs((ms) => (ms < 300 ? 1 : 0))).toBe(300);
  });

  it('ends before a page takes it for a long one, even if the page answers late', async () => {
    expect(await heldMs(() => 1)).toBe(350);
    expect(await heldMs(() => 1, 10)).toBeLessThan(370);
  });
});
