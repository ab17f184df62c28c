// The `timeout` that every tool takes, on top of the deadline that came with its call.
import { isRecord, limits, SallyportError } from '@sallyport/protocol';
import type { Clock } from '../base/clock.ts';

export interface TimeLimit {
  /** The arguments without it. */
  readonly args: unknown;
  /** Aborted by the call's own end and by this limit. */
  readonly signal: AbortSignal;
  /** Stops its clock until the returned function is called: the time in which a user thinks is not the tool's. */
  hold(): () => void;
  close(): void;
}

/** Throws ERR_INPUT_INVALID for a time out of bounds. */
export function openTimeLimit(given: unknown, deadline: AbortSignal, clock: Clock): TimeLimit {
  if (!isRecord(given) || given.timeout === undefined) {
    return { args: given, signal: deadline, hold: () => () => {}, close: () => {} };
  }
  const { timeout, ...args } = given;
  const { timeoutMinMs, timeoutMaxMs } = limits.call;
  if (typeof timeout !== 'number' || !(timeout >= timeoutMinMs && timeout <= timeoutMaxMs)) {
    throw new SallyportError('ERR_INPUT_INVALID', `timeout must be ${timeoutMinMs} to ${timeoutMaxMs} milliseconds.`);
  }
  const own = new AbortController();
  let leftMs = timeout;
  let startedAt = clock.now();
  const start = () => clock.after(leftMs, () => own.abort(tooLate(timeout)));
  let cancel = start();
  let isClosed = false;
  return {
    args,
    signal: AbortSignal.any([deadline, own.signal]),
    hold() {
      cancel();
      leftMs -= clock.now() - startedAt;
      return () => {
        if (isClosed) return;
        startedAt = clock.now();
        cancel = start();
      };
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}

function tooLate(timeout: number): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `The browser did not finish within ${timeout} ms.`, {
    hint: 'Look at the page before you repeat: part of it may have happened.',
    data: { outcome: 'unknown' },
  });
}
