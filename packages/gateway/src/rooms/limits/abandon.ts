// Frees a call's slot when its tool stops, or some time after a cancellation that the tool ignores.
import { limits } from '@sallyport/protocol';

export interface SlotUse {
  readonly running: Promise<unknown>;
  readonly signal: AbortSignal;
  /** May be called twice. */
  readonly freeSlot: () => void;
  /** Called when the slot is freed while the tool may still be running. */
  readonly onAbandoned: () => void;
  readonly abandonMs?: number;
}

export function freeSlotWhenStopped({ running, signal, freeSlot, onAbandoned, abandonMs }: SlotUse): void {
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    timer = setTimeout(() => {
      onAbandoned();
      freeSlot();
    }, abandonMs ?? limits.call.abandonMs);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const stopped = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    freeSlot();
  };
  running.then(stopped, stopped);
}
