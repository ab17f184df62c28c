// The errors of page functions: a fault with a hint, which leaves the page as plain data.
import type { PageFault } from '../base/page-calls.ts';

export class PageError extends Error {
  readonly fault: PageFault;

  /** `pageText` is what the page wrote, such as the name of an element; it is kept apart from our own sentences. */
  constructor(code: PageFault['code'], message: string, hint?: string, pageText?: string, mayPass = false) {
    super(message);
    this.fault = { code, message, hint, pageText, mayPass };
  }
}

export function invalid(message: string, hint?: string): PageError {
  return new PageError('ERR_INPUT_INVALID', message, hint);
}

export function failed(message: string, hint?: string, pageText?: string): PageError {
  return new PageError('ERR_TOOL_FAILED', message, hint, pageText);
}

/** How errors name an element: by its ref. The page's own name for it is sent apart, as page text. */
export interface Named {
  readonly ref: string;
  /** Role and name. */
  readonly label: string;
}

/** "e12 is disabled.", with the element's label and further page text. */
export function elementError(
  code: PageFault['code'],
  { ref, label }: Named,
  problem: string,
  hint?: string,
  details?: string,
): PageError {
  return new PageError(code, `${ref} ${problem}`, hint, details === undefined ? label : `${label}\n${details}`);
}

/** The same for an element that cannot be used now: covered, hidden or disabled, as things are while a page opens them. */
export function unusable(named: Named, problem: string, hint?: string, details?: string): PageError {
  const { code, message, pageText } = elementError('ERR_TOOL_FAILED', named, problem, hint, details).fault;
  return new PageError(code, message, hint, pageText, true);
}
