// Frees a call's slot when its tool stops, or some time after a cancellation that the tool ignores.
import { limits } from '@sallyport/protocol';

export interface Held {
  readonly running: Promise<unknown>;
  readonly signal: AbortSignal;
  /** May be called twice; the slot is freed once. */
  readonly giveBack: () => void;
  /** Called when the slot is freed while the tool may still be running. */
  readonly onAbandoned: () => void;
  readonly abandonMs?: number;
}

export function holdUntilStopped({ running, signal, giveBack, onAbandoned, abandonMs }: Held): void {
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    timer = setTimeout(() => {
      onAbandoned();
      giveBack();
    }, abandonMs ?? limits.call.abandonMs);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const stopped = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    giveBack();
  };
  running.then(stopped, stopped);
}
