// How commands of Chromium's debugger fail.
import { SallyportError } from '@sallyport/protocol';

/** How Chromium fails a command that the target had received when it went away. */
const DETACHED_MEANWHILE = /^Detached while handling/;

export function isDetachedMeanwhile(cause: unknown): boolean {
  return cause instanceof Error && DETACHED_MEANWHILE.test(cause.message);
}

export function notCarriedOut(method: string, cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', `The browser did not carry out ${method}.`, {
    hint: 'Take a snapshot to see what happened before you repeat the call.',
    cause,
  });
}

export function notAttached(cause: unknown): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The debugger could not be attached to this tab.', {
    hint: 'Another debugger may be attached, such as the developer tools. Close them and try again.',
    cause,
  });
}
