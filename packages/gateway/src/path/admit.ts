// The fourth step of a request: starts its deadline, spends a call of its run and waits for a slot.
import { type JsonObject, limits } from '@sallyport/protocol';
import type { Caller } from '../rooms/callers/callers.ts';
import { type Deadline, originTimeout, type Timed, takeTimeout } from '../rooms/limits/deadline.ts';
import type { PathRequest, Rooms, Target } from './call.ts';

export interface Admitted {
  readonly caller: Caller;
  readonly target: Target;
  readonly args: JsonObject;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
  readonly freeSlot: () => void;
}

export async function admit(
  rooms: Rooms,
  caller: Caller,
  target: Target,
  request: PathRequest,
  deadline: Deadline,
): Promise<Admitted> {
  const { args, timeoutMs, capMs } = timeOf(caller, target, request);
  const refund = spend(rooms, caller, request);
  deadline.start(timeoutMs, capMs);
  try {
    const freeSlot = await takeSlot(rooms, caller, deadline.signal);
    return { caller, target, args, timeoutMs: capMs ?? Math.ceil(deadline.leftMs), deadline, freeSlot };
  } catch (error) {
    refund();
    throw error;
  }
}

export function timeOf(caller: Caller, { app, declaration }: Target, request: PathRequest): Timed {
  const { args } = request;
  if (caller.kind !== 'origin') return takeTimeout(app, declaration, args);
  return { args, timeoutMs: originTimeout(request.kind === 'call' ? request.timeoutMs : undefined) };
}

function spend({ runs }: Rooms, caller: Caller, request: PathRequest): () => void {
  const used = request.kind === 'call' ? request.run : undefined;
  if (caller.kind !== 'origin' || used === undefined) return () => {};
  return used === 'shared' ? runs.spendShared(caller.origin) : runs.spend(caller.origin, used.id);
}

const originBounds = { slots: limits.webOrigin.slots, queue: limits.webOrigin.slotQueue };

function takeSlot({ slots }: Rooms, caller: Caller, signal: AbortSignal): Promise<() => void> {
  if (caller.kind !== 'origin') return slots.take(caller.session, signal);
  return slots.take(caller.origin, signal, originBounds);
}

/** Whether the request would have to wait. */
export function isFull({ slots }: Rooms, caller: Caller): boolean {
  return caller.kind === 'origin' ? slots.isFull(caller.origin, originBounds) : slots.isFull(caller.session);
}
