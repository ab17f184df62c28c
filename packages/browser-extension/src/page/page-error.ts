// What page functions throw: a fault with its advice, turned into plain data where it leaves the page.
import type { PageFault } from '../base/page-calls.ts';

export class PageError extends Error {
  readonly fault: PageFault;

  constructor(code: PageFault['code'], message: string, hint?: string) {
    super(message);
    this.fault = { code, message, hint };
  }
}

export function invalid(message: string, hint?: string): PageError {
  return new PageError('ERR_INPUT_INVALID', message, hint);
}

export function failed(message: string, hint?: string): PageError {
  return new PageError('ERR_TOOL_FAILED', message, hint);
}
