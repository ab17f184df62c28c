import { describe, expect, it } from 'vitest';
import type { DebuggerAction } from './debugger-action.ts';
import { drag } from './debugger-drag.ts';

const plan = { target: 'listitem "A"', from: { x: 10, y: 10 }, to: { x: 10, y: 60 }, isDraggable: false };

describe('a drag by the debugger', () => {
  it('lets go of the button, outside of the page, where it cannot go on', async () => {
    const sent: unknown[] = [];
    const answers: Readonly<Record<string, unknown>> = {
      planDrag: plan,
      planDragAgain: { ...plan, inputReceived: true },
    };
    const action = {
      command: async (method: string, { type, x, y }: Readonly<Record<string, unknown>>) => {
        if (method === 'Input.dispatchMouseEvent' && type !== 'mouseMoved') sent.push([type, x, y]);
        return {};
      },
      place: { tabId: 7, frameId: 0 },
      pages: {
        call: async (_: unknown, name: string) => {
          if (name === 'detour') throw new Error('The page is gone.');
          return answers[name];
        },
      },
      documents: { inTab: async (_: unknown, point: unknown) => point },
      sessions: { listen: () => () => {}, pointers: new Map() },
      hooks: { pending: async () => ({ timers: 0, ownFrames: 0 }) },
      pause: async () => {},
      now: () => 0,
    };
    // What a drag uses of it, and no more.
    const done = drag(action as unknown as DebuggerAction, { ref: 'e1', toRef: 'e2', at: 'after', dx: 0, dy: 0 });
    await expect(done).rejects.toThrow('The page is gone.');
    expect(sent).toEqual([
      ['mousePressed', 10, 10],
      ['mouseReleased', -1, -1],
    ]);
  });
});
