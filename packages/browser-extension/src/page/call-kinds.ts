// What kinds of calls there are into a page: those that start an action, those that can be repeated, and what they fail with.
import type { PageFault } from '../base/page-calls.ts';

/** With these a watch begins; with every action too. */
export const startsWatch: ReadonlySet<string> = new Set([
  'aim',
  'focusField',
  'focusText',
  'focusFor',
  'planFill',
  'planDrag',
  'beginDrag',
  'pressPointer',
]);

/** The pointer is there already, and hovering may have changed what it is over. */
export const underPointer: ReadonlySet<string> = new Set(['aimAgain', 'planDragAgain']);

/** They look at their target before they do anything. */
export const repeatable: ReadonlySet<string> = new Set([
  'aim',
  'aimAgain',
  'click',
  'focusField',
  'focusText',
  'focusFor',
  'hover',
  'planDrag',
  'planFill',
  'pressPointer',
  'type',
  'upload',
]);

export const isPdf: PageFault = {
  code: 'ERR_TOOL_FAILED',
  reason: 'TAB_UNAVAILABLE',
  message: 'The tab shows a PDF, which no tool can read or act on.',
  hint: 'A screenshot shows what is in view. Navigate to another page to go on.',
};
