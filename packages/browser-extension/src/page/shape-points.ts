// Points on the shapes of a drawing, for a pointer that must hit their lines.
import type { Point } from '../base/page-calls.ts';

/** A group of more is seldom one thing. */
const MAX_SHAPES = 5;

/** A line of a drawing is seldom where the middle of its box is. For a group, points on its shapes. */
export function pointsAlong(element: Element): Point[] {
  if (element instanceof SVGGeometryElement) return pointsOn(element);
  if (!(element instanceof SVGGElement)) return [];
  return [...element.querySelectorAll('*')]
    .filter((shape) => shape instanceof SVGGeometryElement)
    .slice(0, MAX_SHAPES)
    .flatMap(pointsOn);
}

function pointsOn(shape: SVGGeometryElement): Point[] {
  const matrix = shape.getScreenCTM();
  if (matrix === null) return [];
  const length = shape.getTotalLength();
  return [1 / 2, 1 / 4, 3 / 4].map((part) => {
    const { x, y } = shape.getPointAtLength(length * part).matrixTransform(matrix);
    return { x, y };
  });
}

/** Browsers differ in whether the stroke counts: an upright line may have a box without a width. */
export function withStroke(element: Element, box: DOMRect): DOMRect {
  const { x, y, width, height } = box;
  if (!(element instanceof SVGElement) || (width > 0 && height > 0) || width + height === 0) return box;
  return width > 0 ? new DOMRect(x, y - 0.5, width, 1) : new DOMRect(x - 0.5, y, 1, height);
}
