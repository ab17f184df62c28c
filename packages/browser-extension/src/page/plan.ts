// Plans a fill in the page, before a driver outside the page performs its first step.
import type { FillArgs, FillPlan } from '../base/page-calls.ts';
import { checkToggled, fillTargets, isToggle, takesText } from './fields.ts';
import type { Refs } from './refs.ts';
import { isChecked, isMixed } from './states.ts';

/** How each field is to be filled. A wrong ref fails before anything has changed. */
export function planFill({ fields }: FillArgs, refs: Refs): FillPlan {
  const targets = fillTargets(fields, refs);
  return {
    target: targets.map(({ target }) => target.label).join(', '),
    steps: targets.map(({ ref, value, target: { element } }) => {
      if (isToggle(element) && typeof value === 'boolean') {
        const isSo = !isMixed(element) && isChecked(element) === value;
        return { ref, way: isSo ? 'none' : isMixed(element) ? 'clickTwice' : 'click' };
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
