import { describe, expect, it } from 'vitest';
import { partIn, pointIn, Shots, shotId } from './shots.ts';

const shot = { tabId: 1, agentSession: 'a', area: { x: 100, y: 50, width: 400, height: 200 }, width: 800, height: 400 };

describe('pictures that agents have looked at', () => {
  it('are found by the session and in the tab that they were taken for', () => {
    const shots = new Shots();
    shots.set('s1', shot);
    expect(shots.find('s1', { tabId: 1, agentSession: 'a' })).toBe(shot);
    for (const other of [
      { tabId: 2, agentSession: 'a' },
      { tabId: 1, agentSession: 'b' },
    ]) {
      expect(() => shots.find('s1', other)).toThrow('There is no screenshot s1 of this tab.');
    }
    expect(() => shots.find('x'.repeat(500), { tabId: 1, agentSession: 'a' })).toThrow(/screenshot x{40} of/);
  });

  it('have ids that cannot be guessed', () => {
    const ids = Array.from({ length: 100 }, shotId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^s[0-9a-z]{1,7}$/);
  });

  it('lead from their pixels to the view of the tab', () => {
    expect(pointIn(shot, { shot: 's1', x: 0, y: 0 })).toEqual({ shot: 's1', x: 100, y: 50 });
    expect(pointIn(shot, { shot: 's1', x: 200, y: 100 })).toEqual({ shot: 's1', x: 200, y: 100 });
    for (const [x, y] of [
      [800, 0],
      [0, 400],
      [-1, 0],
      [Number.NaN, 0],
    ] as const) {
      expect(() => pointIn(shot, { shot: 's1', x, y })).toThrow('outside the screenshot');
    }
  });

  it('have parts, without what lies outside of them', () => {
    expect(partIn(shot, { x: 100, y: 100, width: 200, height: 100 })).toEqual({
      x: 150,
      y: 100,
      width: 100,
      height: 50,
    });
    expect(partIn(shot, { x: 700, y: -100, width: 500, height: 200 })).toEqual({
      x: 450,
      y: 50,
      width: 50,
      height: 50,
    });
    expect(() => partIn(shot, { x: 900, y: 0, width: 10, height: 10 })).toThrow('outside the screenshot');
  });
});
