// Where a dragged element is now: a drag that left it in its place, and changed nothing else, has done nothing.

/** `before` is its box when the button went down; undefined for other actions. */
export function movedLines(before: DOMRect | undefined, target: Element | undefined): string[] {
  if (before === undefined || target?.isConnected !== true) return [];
  const now = target.getBoundingClientRect();
  if (now.width === 0 && now.height === 0) return [];
  const [width, height] = [Math.round(now.width), Math.round(now.height)];
  const [oldWidth, oldHeight] = [Math.round(before.width), Math.round(before.height)];
  if (width !== oldWidth || height !== oldHeight)
    return [`~ size ${oldWidth} × ${oldHeight} → ${width} × ${height} px`];
  const [x, y] = [Math.round(now.x - before.x), Math.round(now.y - before.y)];
  return x === 0 && y === 0 ? [] : [`~ moved by ${x}, ${y} px`];
}
