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
  const grip = (timersAt: (ms: number) => number) => {
    let heldMs = 0;
    const pending = async () => ({ timers: timersAt(heldMs) + 1, ownFrames: 1, downloads: 0, knownUntil: 0 });
    const pause = async (delayMs: number) => {
      heldMs += delayMs;
    };
    return hold({ pending, pause }).then(() => heldMs);
  };

  it('is held as long as a timer of it is to come, and not for ours', async () => {
    expect(await grip(() => 0)).toBe(0);
    expect(await grip((ms) => (ms < 300 ? 1 : 0))).toBe(300);
  });

  it('ends where a page waits for a longer one', async () => {
    expect(await grip(() => 1)).toBe(400);
  });
});
