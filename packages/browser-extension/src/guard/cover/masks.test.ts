import { describe, expect, it } from 'vitest';
import { inPicture } from './masks.ts';

const view = { frames: [], isInTransition: false, scrollX: 0, scrollY: 100, widths: [1000, 1000] } as const;
const box = { x: 100, y: 50, width: 200, height: 80 };

describe('what is painted over', () => {
  it('lies where the frame is on a picture of the view', () => {
    const [first] = inPicture({ boxes: [box], view }, { width: 500 }, undefined);
    expect(first).toEqual({ x: 49, y: 24, width: 102, height: 42 });
  });

  it('lies where the frame is on a picture of the page, or of a part of it', () => {
    const part = { x: 50, y: 120, width: 400, height: 400 };
    expect(inPicture({ boxes: [box], view }, { width: 400 }, part)).toEqual([{ x: 49, y: 29, width: 202, height: 82 }]);
  });

  it('is covered with and without a scroll bar', () => {
    const widths = [985, 1000] as const;
    expect(inPicture({ boxes: [box], view: { ...view, widths } }, { width: 1000 }, undefined)).toHaveLength(2);
  });

  it('is nothing where a frame has no size', () => {
    expect(inPicture({ boxes: [{ ...box, width: 0 }], view }, { width: 500 }, undefined)).toEqual([]);
  });
});
