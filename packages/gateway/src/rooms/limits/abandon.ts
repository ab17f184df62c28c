// Admit: when a slot is free again: when the tool has stopped, or did not stop although it was told to and was given up.
import { limits } from '@sallyport/protocol';

export interface Held {
  readonly running: Promise<unknown>;
  readonly signal: AbortSignal;
  /** Called once. */
  readonly giveBack: () => void;
  /** Told when a tool was given up: it may still be running. */
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
