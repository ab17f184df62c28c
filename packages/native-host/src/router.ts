// Routes calls to the browser and replies back to the client that made the call, by id and within the call's deadline.
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
  /** The gateway's call id, the same from door to page. Other calls get an id here. */
  readonly id?: string;
  readonly clientId: number;
  readonly agent: AgentLabel;
  /** Passed on unchanged. A string is the JSON of an object with exactly these two fields. */
  readonly payload: { readonly method: unknown; readonly params: unknown } | string;
  readonly deadlineMs: number;
  /** Who enforces the deadline: this host, or a client that cancels the call itself. An older client cannot pause it. */
  readonly deadlineKeeper?: 'host' | 'client' | 'older client';
  readonly onProgress?: (body: Record<string, unknown>) => void;
  readonly onHeld?: (isHeld: boolean) => void;
  /** Called exactly once. */
  readonly onEnd: (outcome: CallOutcome) => void;
}

export interface RouterOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Unique to this host: an extension that outlives it must never see a call id twice. */
  readonly idPrefix: string;
  /** A string is JSON already. */
  readonly send: (message: object | string, outgoing?: Outgoing) => void;
  /** A reply that arrived while no call was open. */
  readonly onUnsolicited: (body: Record<string, unknown>) => void;
}

interface OpenCall extends Omit<CallRequest, 'id' | 'payload'> {
  readonly id: string;
  /** The client chose the id and might use it again; ids made here are unique. */
  readonly isIdChosen: boolean;
  readonly countdown: Countdown;
  /** Set until the call is sent. Dropped then, since the payload may be large and the reply minutes away. */
  unsent: CallRequest | undefined;
  /** Set while the call waits for a person. */
  resume: (() => void) | undefined;
}

export class Router {
  readonly #options: RouterOptions;
  readonly #calls = new Map<string, OpenCall>();
  readonly #openByClient = new Map<number, number>();
  /** Ids that clients chose. */
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

  /** Returns the id to cancel the call with. `onEnd` may have been called before it returns. */
  call(request: CallRequest): string {
    const id = request.id ?? `${this.#options.idPrefix}-${this.#nextId++}`;
    const refusal = this.#refusalOf(id, request);
    if (refusal !== undefined) {
      request.onEnd({ ok: false, error: refusal });
      return id;
    }
    const { clock } = this.#options;
    const { clientId, agent, deadlineMs, deadlineKeeper, onProgress, onHeld, onEnd } = request;
    const ms = deadlineMs + graceOf(request);
    const countdown = new Countdown({ clock, ms, onEnd: () => this.#expire(id) });
    this.#count(clientId, 1);
    const isIdChosen = request.id !== undefined;
    // Field by field: a rest of the request, or a spread of it, takes V8 several times as much memory.
    this.#calls.set(id, {
      id,
      isIdChosen,
      countdown,
      unsent: request,
      resume: undefined,
      clientId,
      agent,
      deadlineMs,
      deadlineKeeper,
      onProgress,
      onHeld,
      onEnd,
    });
    if (this.#echoesIds) this.#dispatch(id);
    else this.#lane.enter(id);
    return id;
  }

  /** Cancels the call and tells the browser side. */
  cancel(id: string, reason: string): void {
    this.#endEarly(id, new SallyportError('ERR_CANCELLED', `The call was withdrawn: ${reason}.`), reason);
  }

  /** Cancels all calls of this client. */
  dropClient(clientId: number): void {
    for (const call of [...this.#calls.values()]) {
      if (call.clientId === clientId) this.cancel(call.id, 'its client has disconnected');
    }
  }

  /** The browser side puts ids on its replies: it declared so, or just did it. */
  trustIds(): void {
    this.#echoesIds = true;
    for (const id of this.#lane.open()) this.#dispatch(id);
  }

  /** The browser side reports when a call waits for a person. */
  allowHolds(): void {
    this.#mayHold = true;
  }

  /** The call starts to wait for a person, or continues. */
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
      this.#options.onUnsolicited(reply.body);
    } else {
      this.#options.log('A reply without an id was dropped: several calls are open.');
    }
  }

  progress(id: string, body: Record<string, unknown>): void {
    this.#calls.get(id)?.onProgress?.(body);
  }

  /** Fails all open calls: the browser has closed the connection. */
  close(error: SallyportError): void {
    this.#lane.close();
    for (const call of [...this.#calls.values()])
      this.#end(call, { ok: false, error: withUnknownOutcome(error, call) });
  }

  #refusalOf(id: string, { clientId }: CallRequest): SallyportError | undefined {
    if (this.#calls.has(id) || this.#endedIds.has(id)) {
      return new SallyportError('ERR_PROTOCOL_ERROR', 'A call with this id was made before; ids are used once.');
    }
    if (!this.#echoesIds && this.#lane.isFailed) return laneFailed();
    const open = this.#openByClient.get(clientId) ?? 0;
    if (open < limits.host.callsPerClient) return undefined;
    return new SallyportError('ERR_RATE_LIMITED', `This client already has ${open} open calls.`, {
      hint: 'Wait for one of them to finish and try again.',
    });
  }

  /** False when the call could not be sent and has ended. */
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
    const may_hold = this.#mayHold && request.deadlineKeeper !== 'older client' ? true : undefined;
    const head = { type: 'tool_request', id, client_id: clientId, agent: toWireAgent(agent), deadline_ms, may_hold };
    return typeof payload === 'string' ? prependFields(head, payload) : { ...head, ...payload };
  }

  /** A long message did not arrive completely, so the browser side never saw the call. */
  #failDelivery(id: string, error: SallyportError): void {
    const call = this.#calls.get(id);
    if (call !== undefined) this.#end(call, { ok: false, error });
    if (this.#lane.occupant === id) this.#lane.leave();
  }

  #settle(id: string, reply: Reply): void {
    const call = this.#calls.get(id);
    // Otherwise a late reply: its client got a timeout already, and nobody else may see it.
    if (call !== undefined) this.#end(call, { ok: true, reply });
  }

  #expire(id: string): void {
    const seconds = (this.#calls.get(id)?.deadlineMs ?? 0) / 1000;
    const error = new SallyportError('ERR_TOOL_TIMEOUT', `The browser did not answer within ${seconds} s.`, {
      hint: 'Look at the page before you repeat the call, or allow more time.',
    });
    this.#endEarly(id, error, 'its deadline has passed');
  }

  #endEarly(id: string, error: SallyportError, reason: string): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#end(call, { ok: false, error: withUnknownOutcome(error, call) });
    this.#lane.abandon(id);
    if (call.unsent !== undefined) return;
    try {
      this.#options.send({ type: 'cancel', id, reason });
    } catch {
      // A browser whose queue is full still has the deadline that came with the call.
    }
  }

  #failLane(callIds: readonly string[]): void {
    this.#options.log(
      `A reply of the browser side is overdue by ${limits.host.laneMs / 1000} s; calls are refused until it arrives.`,
    );
    for (const id of callIds) {
      const call = this.#calls.get(id);
      if (call !== undefined) this.#end(call, { ok: false, error: laneFailed() });
    }
  }

  #end(call: OpenCall, outcome: CallOutcome): void {
    call.countdown.stop();
    this.#calls.delete(call.id);
    this.#count(call.clientId, -1);
    if (call.isIdChosen) this.#endedIds.set(call.id, true);
    call.onEnd(outcome);
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

/** A client that enforces the deadline cancels the call itself; the grace is for one that fails to. */
function graceOf({ deadlineKeeper }: Pick<CallRequest, 'deadlineKeeper'>): number {
  return deadlineKeeper === 'client' ? limits.call.graceMs : 0;
}

function asSallyportError(error: unknown): SallyportError {
  return error instanceof SallyportError
    ? error
    : new SallyportError('ERR_INTERNAL', 'The call could not be sent to the browser.', { cause: error });
}

function laneFailed(): SallyportError {
  return new SallyportError(
    'ERR_SERVER_UNAVAILABLE',
    'The reply to an earlier call is overdue. This extension puts no ids on replies, so yours could be mixed up with it.',
    { hint: 'Reload the extension in the browser and try again.' },
  );
}

/** A call that was sent may have taken effect, so the client should check before it repeats the call. */
function withUnknownOutcome(error: SallyportError, { unsent }: OpenCall): SallyportError {
  if (unsent !== undefined) return error;
  const detail = { data: { ...error.data, outcome: 'unknown' } };
  return new SallyportError(error.code, error.message, error.hint ? { ...detail, hint: error.hint } : detail);
}
