// Steps of a batch that were sent while the step before them still runs: each waits here for its turn.
import { type Clock, isRecord, limits, type Reply, SallyportError } from '@sallyport/protocol';
import type { CallScope } from '../base/call.ts';
import { type Place, placeKey, type TabFacts } from '../base/facts.ts';
import type { Begun, ClickArgs, NextArgs, PageActions, PrepareArgs, TypeArgs } from '../base/page-calls.ts';

/** What a step takes over from the step before it, in the same tab. */
export interface Turn {
  readonly tabId: number;
  /** The tab as that step left it. */
  readonly facts: Promise<TabFacts>;
  /** The address of the tab when that step began. */
  readonly url: string;
  /** What the page has done for this step already, in its last answer to that one. */
  readonly opened?: Begun | undefined;
}

interface Waiting {
  readonly place: Place;
  /** What the page can do for it in its last answer to the step before. */
  readonly next: NextArgs;
}

interface Step {
  readonly session: string;
  /** It has found its tab; undefined if it is over without one. */
  readonly tabFound: PromiseWithResolvers<number | undefined>;
  /** Its input has begun, or it is over. */
  readonly started: PromiseWithResolvers<void>;
  /** Its action is over. Without a turn the next step is refused. */
  readonly ended: PromiseWithResolvers<Turn | undefined>;
  /** All of it is over, with its reply: the tab, unless it failed. */
  readonly closed: PromiseWithResolvers<number | undefined>;
  /** The call of the only step that may follow. */
  follower?: string;
  waiting?: Waiting | undefined;
  /** The page may have begun with the step that waits. */
  isNextBegun: boolean;
  hasPassed: boolean;
  /** It was sent ahead, and the step before it is over. */
  hasTurn: boolean;
}

type StepCall = Pick<CallScope, 'agent' | 'callId' | 'signal' | 'step'>;

export class StepTurns {
  readonly #clock: Clock;
  /** By call id, until the next step has had time to ask for it. */
  readonly #steps = new Map<string, Step>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A step has come in; `close` must follow. */
  open({ callId, agent }: StepCall): void {
    this.#steps.set(callId, {
      session: agent.session,
      tabFound: Promise.withResolvers(),
      started: Promise.withResolvers(),
      ended: Promise.withResolvers(),
      closed: Promise.withResolvers(),
      isNextBegun: false,
      hasPassed: false,
      hasTurn: false,
    });
  }

  /** A step will act in this tab: whoever waits for it can get ready meanwhile. */
  foundTab(callId: string, tabId: number): void {
    this.#steps.get(callId)?.tabFound.resolve(tabId);
  }

  /** The input of a step begins. */
  start(callId: string): void {
    this.#steps.get(callId)?.started.resolve();
  }

  /** What the page is to begin for the step that waits for this one, if it is in the same document. */
  takeNext(callId: string, place: Place): NextArgs | undefined {
    const step = this.#steps.get(callId);
    if (step?.waiting === undefined || placeKey(step.waiting.place) !== placeKey(place)) return undefined;
    step.isNextBegun = true;
    return step.waiting.next;
  }

  /** The step's action went as expected. */
  pass(callId: string, turn: Turn): void {
    const step = this.#steps.get(callId);
    if (step === undefined) return;
    step.hasPassed = true;
    step.started.resolve();
    step.ended.resolve(turn);
  }

  /** The page may have begun with the step that waits for this one. */
  isNextBegun(callId: string): boolean {
    return this.#steps.get(callId)?.isNextBegun === true;
  }

  hasPassed(callId: string): boolean {
    return this.#steps.get(callId)?.hasPassed === true;
  }

  /** The step is over, in this tab unless it failed. If it has passed no turn on, the next one is refused. */
  close(callId: string, tabId: number | undefined): void {
    const step = this.#steps.get(callId);
    step?.tabFound.resolve(undefined);
    step?.started.resolve();
    step?.ended.resolve(undefined);
    step?.closed.resolve(tabId);
    this.#clock.after(limits.page.stepAheadMs, () => void this.#steps.delete(callId));
  }

  /** Where the action is a step that was sent ahead: when the step before it is over. Undefined if that was in another tab. */
  async turnOf(
    call: StepCall,
    { place, ...prepare }: PrepareArgs & { readonly place: Place },
    name: keyof PageActions,
    args: unknown,
  ): Promise<Turn | undefined> {
    if (call.step?.after === undefined) return undefined;
    const turn = await this.turnAfter(call.step.after, call, { place, next: { ...prepare, ...aimOf(name, args) } });
    const own = this.#steps.get(call.callId);
    if (own !== undefined) own.hasTurn = true;
    return turn.tabId === place.tabId ? turn : undefined;
  }

  hasTurn(callId: string): boolean {
    return this.#steps.get(callId)?.hasTurn === true;
  }

  /** Resolves when a step has found its tab: whether it is this one, or none is named. */
  async isIn(tabId: unknown, callId: string, call: StepCall): Promise<boolean> {
    const { tabFound } = this.#stepBefore(callId, call);
    const inTab = (await this.#comesSoon(tabFound.promise)) ? await tabFound.promise : undefined;
    call.signal.throwIfAborted();
    if (inTab === undefined) throw notReached();
    return tabId === undefined || tabId === inTab;
  }

  /** Resolves when a step has gone as expected. Throws when it has not, or takes long: this one is then sent again. */
  async turnAfter(callId: string, call: StepCall, waiting?: Waiting): Promise<Turn> {
    const { signal } = call;
    const step = this.#stepBefore(callId, call);
    const forget = () => {
      step.waiting = undefined;
    };
    signal.addEventListener('abort', forget);
    step.waiting = signal.aborted ? undefined : waiting;
    const isOver = (await this.#comesSoon(step.started.promise)) && (await this.#comesSoon(step.ended.promise));
    forget();
    signal.removeEventListener('abort', forget);
    const turn = isOver || step.isNextBegun ? await step.ended.promise : undefined;
    if (turn === undefined) {
      signal.throwIfAborted();
      throw notReached();
    }
    return turn;
  }

  /** Resolves with the tab of a step when that is over, however it went. Throws when it failed, or takes long. */
  async tabAfter(callId: string, call: StepCall): Promise<number> {
    const { closed } = this.#stepBefore(callId, call);
    const tabId = (await this.#comesSoon(closed.promise)) ? await closed.promise : undefined;
    call.signal.throwIfAborted();
    if (tabId === undefined) throw notReached();
    return tabId;
  }

  /** Only one step follows another, and of the same session. */
  #stepBefore(callId: string, call: StepCall): Step {
    const step = this.#steps.get(callId);
    if (step === undefined || step.session !== call.agent.session) throw notReached();
    step.follower ??= call.callId;
    if (step.follower !== call.callId) throw notReached();
    return step;
  }

  #comesSoon(what: Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(limits.page.stepAheadMs, () => resolve(false));
      void what.then(() => {
        cancel();
        resolve(true);
      });
    });
  }
}

function aimOf(name: keyof PageActions, args: unknown): Pick<NextArgs, 'field' | 'pointer'> {
  // The arguments of the two.
  if (name === 'type') return { field: args as TypeArgs };
  if (name !== 'click') return {};
  const { ref, point } = args as ClickArgs;
  return { pointer: { ref, point } };
}

/** They wait before they act, if they name their element by its ref: what a text finds may be another element by then. */
const readyEarly = new Set(['click', 'type']);

/**
 * Runs a step of a batch. One that was sent ahead gets ready while the input of the step before it is on its way, or waits
 * until that is over.
 */
export async function inTurn(
  turns: StepTurns,
  { name, args }: { readonly name: string; readonly args: unknown },
  call: CallScope,
  run: (args: unknown, call: CallScope) => Promise<Reply>,
): Promise<Reply> {
  const { callId, signal } = call;
  if (call.step === undefined) return run(args, call);
  const { after, looksBack, ...mark } = call.step;
  const given = isRecord(args) ? args : {};
  const isOneAction = given.secret === undefined && given.rejectCookies === undefined;
  const mayBeEarly = readyEarly.has(name) && isOneAction && typeof given.ref === 'string';
  let isEarly = false;
  let tabId: unknown;
  turns.open(call);
  try {
    if (after !== undefined && looksBack === true)
      return await run({ ...given, tabId: await turns.tabAfter(after, call) }, { ...call, step: mark });
    if (after !== undefined) isEarly = mayBeEarly && (await turns.isIn(given.tabId, after, call));
    if (after !== undefined && !isEarly) await turns.turnAfter(after, call);
    signal.throwIfAborted();
    const reply = await run(args, { ...call, step: isEarly ? call.step : mark, isOneAction });
    tabId = reply.facts.tabId;
    return reply;
  } catch (thrown) {
    // What it met before its turn, as a dialog that the step before has opened, says nothing of this one.
    throw isEarly && !signal.aborted && !turns.hasTurn(callId) ? notReached() : thrown;
  } finally {
    turns.close(callId, typeof tabId === 'number' ? tabId : undefined);
  }
}

export function notReached(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The step before this one is not over, or went another way.', {
    reason: 'STEP_NOT_REACHED',
    data: { outcome: 'not_run' },
  });
}
