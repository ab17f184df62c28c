// Calls towards the browser and the way back: each reply finds its asker by the call's id, within the call's deadline.
import {
  type AgentLabel,
  BoundedMap,
  type Clock,
  Countdown,
  limits,
  type Outgoing,
  prependFields,
  SallyportError,
  toWireAgent,
} from '@sallyport/protocol';
import { Lane } from './lane.ts';
import type { Log } from './log.ts';
import type { CallOutcome, Reply } from './reply.ts';

export interface CallRequest {
  /** The gateway's id, kept from door to page; others get one of ours. */
  readonly id?: string;
  readonly clientId: number;
  readonly agent: AgentLabel;
  /** Passed on as it is, whatever a framed client put there; a text is that of an object with these two fields alone. */
  readonly payload: { readonly method: unknown; readonly params: unknown } | string;
  readonly deadlineMs: number;
  /** Who keeps the deadline: this host, or an asker that cancels at its own; one of an earlier version cannot hold it. */
  readonly keeper?: 'host' | 'asker' | 'older asker';
  readonly onProgress?: (body: Record<string, unknown>) => void;
  readonly onHeld?: (isHeld: boolean) => void;
  /** Told exactly once. */
  readonly onEnd: (end: CallOutcome) => void;
}

export interface RouterOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Unique to this host, so that an extension that outlives it never sees a call id twice. */
  readonly idPrefix: string;
  /** A text is JSON already. */
  readonly send: (message: object | string, outgoing?: Outgoing) => void;
  /** A reply that came while no call was outstanding. */
  readonly onUnasked: (body: Record<string, unknown>) => void;
}

interface OpenCall extends Omit<CallRequest, 'id' | 'payload'> {
  readonly id: string;
  /** By the asker, who might choose it again; an id of ours comes once. */
  readonly isIdChosen: boolean;
  readonly countdown: Countdown;
  /** Until it is handed on; what a call carries may be large, and its end may be minutes away. */
  unsent: CallRequest | undefined;
  /** Set while a person decides. */
  resume: (() => void) | undefined;
}

export class Router {
  readonly #options: RouterOptions;
  readonly #calls = new Map<string, OpenCall>();
  readonly #openByClient = new Map<number, number>();
  /** Of the ids that askers chose. */
  readonly #endedIds = new BoundedMap<string, true>(limits.call.rememberedIds);
  readonly #lane: Lane;
  #echoesIds = false;
  #mayHold = false;
  #nextId = 1;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#lane = new Lane({
      clock: options.clock,
      dispatch: (callId) => this.#dispatch(callId),
      onFailed: (callIds) => this.#failLane(callIds),
    });
  }

  get openCalls(): number {
    return this.#calls.size;
  }

  /** Returns the call's id, by which its asker may cancel it; `onEnd` may have been told by then. */
  call(request: CallRequest): string {
    const id = request.id ?? `${this.#options.idPrefix}-${this.#nextId++}`;
    const refusal = this.#refusalOf(id, request);
    if (refusal !== undefined) {
      request.onEnd({ ok: false, error: refusal });
      return id;
    }
    const { clock } = this.#options;
    const { payload: _, ...call } = request;
    const ms = call.deadlineMs + graceOf(call);
    const countdown = new Countdown({ clock, ms, onEnd: () => this.#expire(id) });
    this.#count(call.clientId, 1);
    const isIdChosen = request.id !== undefined;
    this.#calls.set(id, { ...call, id, isIdChosen, countdown, unsent: request, resume: undefined });
    if (this.#echoesIds) this.#dispatch(id);
    else this.#lane.enter(id);
    return id;
  }

  /** The asker withdraws; the browser side hears of it. */
  cancel(id: string, reason: string): void {
    this.#endEarly(id, new SallyportError('ERR_CANCELLED', `The call was withdrawn: ${reason}.`), reason);
  }

  /** Withdraws whatever this client still waits for. */
  dropClient(clientId: number): void {
    for (const call of [...this.#calls.values()]) {
      if (call.clientId === clientId) this.cancel(call.id, 'its client is gone');
    }
  }

  /** The browser side declared, or showed, that its replies carry ids. */
  trustIds(): void {
    this.#echoesIds = true;
    for (const id of this.#lane.open()) this.#dispatch(id);
  }

  /** The browser side tells when a call waits for a person. */
  allowHolds(): void {
    this.#mayHold = true;
  }

  /** The call waits for a person, or goes on. */
  held(id: string, isHeld: boolean): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.resume?.();
    call.resume = isHeld ? call.countdown.hold() : undefined;
    call.onHeld?.(isHeld);
  }

  reply(id: string | undefined, reply: Reply): void {
    if (id !== undefined && this.#isOurs(id)) {
      if (!this.#echoesIds) this.trustIds();
      this.#settle(id, reply);
      if (this.#lane.occupant === id) this.#lane.leave();
      return;
    }
    const { occupant } = this.#lane;
    if (occupant !== undefined) {
      this.#settle(occupant, reply);
      this.#lane.leave();
    } else if (this.#calls.size === 0) {
      this.#options.onUnasked(reply.body);
    } else {
      this.#options.log('A reply without the id of its call was dropped: it could belong to any of several.');
    }
  }

  progress(id: string, body: Record<string, unknown>): void {
    this.#calls.get(id)?.onProgress?.(body);
  }

  /** Fails whatever is open; the browser is gone. */
  close(error: SallyportError): void {
    this.#lane.close();
    for (const call of [...this.#calls.values()]) this.#end(call, { ok: false, error: told(error, call) });
  }

  #refusalOf(id: string, { clientId }: CallRequest): SallyportError | undefined {
    if (this.#calls.has(id) || this.#endedIds.has(id)) {
      return new SallyportError('ERR_PROTOCOL_ERROR', 'A call of this id was made before; it is not made twice.');
    }
    if (!this.#echoesIds && this.#lane.isFailed) return laneFailed();
    const open = this.#openByClient.get(clientId) ?? 0;
    if (open < limits.host.callsPerClient) return undefined;
    return new SallyportError('ERR_RATE_LIMITED', `This client has ${open} calls open already.`, {
      hint: 'Wait for one of them to end and try again.',
    });
  }

  /** False when the call ended instead of going out. */
  #dispatch(id: string): boolean {
    const call = this.#calls.get(id);
    const request = call?.unsent;
    if (call === undefined || request === undefined) return false;
    call.unsent = undefined;
    try {
      this.#options.send(this.#toolRequest(call, request), { onFailure: (error) => this.#failDelivery(id, error) });
      return true;
    } catch (error) {
      call.unsent = request;
      this.#end(call, { ok: false, error: asSallyportError(error) });
      return false;
    }
  }

  #toolRequest({ id, clientId, countdown }: OpenCall, request: CallRequest): object | string {
    const { agent, payload } = request;
    const deadline_ms = Math.max(1, countdown.leftMs - graceOf(request));
    const may_hold = this.#mayHold && request.keeper !== 'older asker' ? true : undefined;
    const head = { type: 'tool_request', id, client_id: clientId, agent: toWireAgent(agent), deadline_ms, may_hold };
    return typeof payload === 'string' ? prependFields(head, payload) : { ...head, ...payload };
  }

  /** A long message did not arrive whole, so the browser side never saw the call. */
  #failDelivery(id: string, error: SallyportError): void {
    const call = this.#calls.get(id);
    if (call !== undefined) this.#end(call, { ok: false, error });
    if (this.#lane.occupant === id) this.#lane.leave();
  }

  #settle(id: string, reply: Reply): void {
    const call = this.#calls.get(id);
    // A late reply: its asker has been told already, and nobody else may see it.
    if (call !== undefined) this.#end(call, { ok: true, reply });
  }

  #expire(id: string): void {
    const seconds = (this.#calls.get(id)?.deadlineMs ?? 0) / 1000;
    const error = new SallyportError('ERR_TOOL_TIMEOUT', `The browser did not answer within ${seconds} s.`, {
      hint: 'Look at the page before you repeat the call, or give it more time.',
    });
    this.#endEarly(id, error, 'its time is over');
  }

  #endEarly(id: string, error: SallyportError, reason: string): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#end(call, { ok: false, error: told(error, call) });
    this.#lane.abandon(id);
    if (call.unsent !== undefined) return;
    try {
      this.#options.send({ type: 'cancel', id, reason });
    } catch {
      // A browser whose queue is full learns it from the deadline that came with the call.
    }
  }

  #failLane(callIds: readonly string[]): void {
    this.#options.log(`The browser side owes a reply since ${limits.host.laneMs / 1000} s; its lane is closed.`);
    for (const id of callIds) {
      const call = this.#calls.get(id);
      if (call !== undefined) this.#end(call, { ok: false, error: laneFailed() });
    }
  }

  #end(call: OpenCall, end: CallOutcome): void {
    call.countdown.stop();
    this.#calls.delete(call.id);
    this.#count(call.clientId, -1);
    if (call.isIdChosen) this.#endedIds.set(call.id, true);
    call.onEnd(end);
  }

  #count(clientId: number, change: 1 | -1): void {
    const open = (this.#openByClient.get(clientId) ?? 0) + change;
    if (open === 0) this.#openByClient.delete(clientId);
    else this.#openByClient.set(clientId, open);
  }

  #isOurs(id: string): boolean {
    return this.#calls.has(id) || this.#endedIds.has(id) || id.startsWith(`${this.#options.idPrefix}-`);
  }
}

/** An asker that keeps the deadline says cancel; this is only for one that does not. */
function graceOf({ keeper }: Pick<CallRequest, 'keeper'>): number {
  return keeper === 'asker' ? limits.call.graceMs : 0;
}

function asSallyportError(error: unknown): SallyportError {
  return error instanceof SallyportError
    ? error
    : new SallyportError('ERR_INTERNAL', 'The call could not be handed to the browser.', { cause: error });
}

function laneFailed(): SallyportError {
  return new SallyportError(
    'ERR_SERVER_UNAVAILABLE',
    'The browser side still owes the reply to an earlier call and puts no ids on replies, so yours could be mixed up.',
    { hint: 'Reload the extension in the browser and try again.' },
  );
}

/** A call that was handed on may have had its effect: its asker should look before it repeats. */
function told(error: SallyportError, { unsent }: OpenCall): SallyportError {
  if (unsent !== undefined) return error;
  const detail = { data: { ...error.data, outcome: 'unknown' } };
  return new SallyportError(error.code, error.message, error.hint ? { ...detail, hint: error.hint } : detail);
}
