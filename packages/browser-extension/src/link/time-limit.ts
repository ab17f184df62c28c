// The `timeout` argument that every tool takes, besides the deadline of its call.
import { type Clock, Countdown, isRecord, limits, SallyportError } from '@sallyport/protocol';
import type { CallScope } from '../base/call.ts';

export interface TimeLimit {
  /** The arguments without `timeout`. */
  readonly args: unknown;
  /** Aborted by the call's signal and by this limit. */
  readonly signal: AbortSignal;
  /** Stops this clock and the call's until the returned function is called: the user's thinking time does not count. */
  hold(): () => void;
  close(): void;
}

type TimedCall = Pick<CallScope, 'signal' | 'holdTime'>;

/** Throws ERR_INPUT_INVALID if the timeout is out of bounds. */
export function openTimeLimit(given: unknown, call: TimedCall, clock: Clock): TimeLimit {
  if (!isRecord(given) || given.timeout === undefined) {
    return { args: given, signal: call.signal, hold: call.holdTime, close: () => {} };
  }
  const { timeout, ...args } = given;
  const { timeoutMinMs, timeoutMaxMs } = limits.call;
  if (typeof timeout !== 'number' || !(timeout >= timeoutMinMs && timeout <= timeoutMaxMs)) {
    throw new SallyportError('ERR_INPUT_INVALID', `timeout must be ${timeoutMinMs} to ${timeoutMaxMs} milliseconds.`);
  }
  const own = new AbortController();
  const countdown = new Countdown({ clock, ms: timeout, onEnd: () => own.abort(tooLate(timeout)) });
  return {
    args,
    signal: AbortSignal.any([call.signal, own.signal]),
    hold() {
      const resumes = [countdown.hold(), call.holdTime()];
      return () => {
        for (const resume of resumes) resume();
      };
    },
    close: () => countdown.stop(),
  };
}

function tooLate(timeout: number): SallyportError {
  return new SallyportError('ERR_TOOL_TIMEOUT', `The browser did not finish within ${timeout} ms.`, {
    hint: 'Check the page before you repeat the call: part of it may have happened.',
    data: { outcome: 'unknown' },
  });
}
