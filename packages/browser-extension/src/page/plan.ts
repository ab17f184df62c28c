// Plans a fill or drag in the page, before a driver outside the page performs its first step.
import type { DragPlan, FillArgs, FillPlan, Point } from '../base/page-calls.ts';
import { checkToggled, isToggle, takesText } from './fields.ts';
import { elementError } from './page-error.ts';
import type { Refs } from './refs.ts';
import { isChecked } from './states.ts';
import { hitOf, type Target, targetOf } from './target.ts';
import { bringIntoView } from './view.ts';

/** How each field is to be filled. A wrong ref fails before anything has changed. */
export function planFill({ fields }: FillArgs, refs: Refs): FillPlan {
  const targets = fields.map(({ ref, value }) => ({ ref, value, target: targetOf(ref, refs) }));
  return {
    target: targets.map(({ target }) => target.label).join(', '),
    steps: targets.map(({ ref, value, target: { element } }) => {
      if (isToggle(element) && typeof value === 'boolean') {
        return { ref, way: isChecked(element) === value ? 'none' : 'click' };
      }
      return { ref, way: typeof value === 'string' && takesText(element) ? 'type' : 'set' };
    }),
  };
}

/** Throws if a checkbox or radio has the wrong state. Text is checked where it is typed. */
export function checkFilled({ fields }: FillArgs, refs: Refs): null {
  for (const { ref, value } of fields) {
    // The page may have replaced the field; the new element has another ref.
    const field = typeof value === 'boolean' ? refs.live(ref) : undefined;
    if (field !== undefined) checkToggled({ ref, ...field }, value === true);
  }
  return null;
}

/** Scrolls both ends into view together; throws if that is impossible. */
export function planDrag({ ref, toRef }: { readonly ref: string; readonly toRef: string }, refs: Refs): DragPlan {
  const to = hitOf(toRef, refs);
  const from = targetOf(ref, refs);
  bringIntoView(from.element, 'nearest');
  const isDraggable = from.element.closest('[draggable="true"], a[href], img') !== null;
  return { target: from.label, from: middleOf(from), to: middleOf(to), isDraggable };
}

function middleOf(target: Target): Point {
  const { left, right, top, bottom } = target.element.getBoundingClientRect();
  const point = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const { clientWidth, clientHeight } = document.documentElement;
  const isInView = point.x >= 0 && point.y >= 0 && point.x < clientWidth && point.y < clientHeight;
  if (isInView && right > left && bottom > top) return point;
  throw elementError('ERR_TOOL_FAILED', target, 'and the other end of the drag do not fit the view together.');
}
