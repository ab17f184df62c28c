// Points on a shape of a drawing, for a pointer that must hit its line.
import type { Point } from '../base/page-calls.ts';

/** A line of a drawing is seldom where the middle of its box is. */
export function pointsAlong(element: Element): Point[] {
  const matrix = element instanceof SVGGeometryElement ? element.getScreenCTM() : null;
  if (!(element instanceof SVGGeometryElement) || matrix === null) return [];
  const length = element.getTotalLength();
  return [1 / 2, 1 / 4, 3 / 4].map((part) => {
    const { x, y } = element.getPointAtLength(length * part).matrixTransform(matrix);
    return { x, y };
  });
}
