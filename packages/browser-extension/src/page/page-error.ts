// What page functions throw: a fault with its advice, turned into plain data where it leaves the page.
import type { PageFault } from '../base/page-calls.ts';

export class PageError extends Error {
  readonly fault: PageFault;

  /** `said` is what the page wrote, such as the name of an element: it never stands in our own sentences. */
  constructor(code: PageFault['code'], message: string, hint?: string, said?: string) {
    super(message);
    this.fault = { code, message, hint, said };
  }
}

export function invalid(message: string, hint?: string): PageError {
  return new PageError('ERR_INPUT_INVALID', message, hint);
}

export function failed(message: string, hint?: string): PageError {
  return new PageError('ERR_TOOL_FAILED', message, hint);
}

/** An element as errors speak of it: by its ref, with what the page calls it beside. */
export interface Named {
  readonly ref: string;
  /** Role and name. */
  readonly label: string;
}

/** "e12 is disabled.", with the element's name and what else the page says of it. */
export function elementError(
  code: PageFault['code'],
  { ref, label }: Named,
  does: string,
  hint?: string,
  more?: string,
): PageError {
  return new PageError(code, `${ref} ${does}`, hint, more === undefined ? label : `${label}\n${more}`);
}
