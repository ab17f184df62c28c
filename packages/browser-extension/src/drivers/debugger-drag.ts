// Drags through Chromium's debugger: a pointer that moves, and where the browser makes a drag of it, that drag's own events.
import { isRecord } from '@sallyport/protocol';
import type { Point } from '../base/page-calls.ts';
import type { Command } from './debugger-session.ts';

export interface DragOptions {
  readonly command: Command;
  /** Resolves with what the browser would drag, or with nothing when it makes no drag of the move. */
  readonly intercepted: (begin: () => Promise<void>) => Promise<unknown>;
  readonly from: Point;
  readonly to: Point;
}

/** The ways are moved in steps: a browser takes a jump for no drag. */
const STEPS = 4;

export async function dragWithDebugger({ command, intercepted, from, to }: DragOptions): Promise<void> {
  const mouse = (type: string, point: Point, rest: object = {}) =>
    command('Input.dispatchMouseEvent', { type, ...point, button: 'left', ...rest });
  const along = (part: number) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });

  await command('Input.setInterceptDrags', { enabled: true });
  try {
    await mouse('mouseMoved', from, { button: 'none' });
    await mouse('mousePressed', from, { buttons: 1, clickCount: 1 });
    const data = await intercepted(async () => {
      for (let step = 1; step <= STEPS; step += 1) await mouse('mouseMoved', along(step / STEPS), { buttons: 1 });
    });
    if (isRecord(data)) {
      for (const type of ['dragEnter', 'dragOver', 'drop']) {
        await command('Input.dispatchDragEvent', { type, ...to, data });
      }
    }
    await mouse('mouseReleased', to, { clickCount: 1 });
  } finally {
    await command('Input.setInterceptDrags', { enabled: false });
  }
}
