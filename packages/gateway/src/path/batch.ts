// Runs the steps of a batch one after the other, each as a call of its own, and stops at the first surprise.
import type { CallOutcome } from '@sallyport/mcp-door';
import { type CallOptions, isRelayed, limits, type Reply, SallyportError, type StepMark } from '@sallyport/protocol';
import type { Deadline } from '../rooms/limits/deadline.ts';
import { batchReply, type StepEnd } from './batch-reply.ts';
import { type Batch, expectedAfter, type Step, surpriseOf } from './batch-steps.ts';

/** A step that was sent. */
export interface SentStep {
  readonly callId: string;
  /** It has a slot, and the app is about to get it. May never settle. */
  readonly reached: Promise<void>;
  readonly outcome: Promise<CallOutcome>;
}

/** What the request of a step carries for the gateway itself. */
export interface StepRequest extends StepMark {
  readonly callId: string;
  /** Of the step before, when it is over: a step that was sent ahead begins then. */
  readonly endOfLast?: Promise<unknown>;
  /** It has its slot. */
  readonly onReached: () => void;
}

export function markOf({ callId: _, endOfLast: __, onReached: ___, ...mark }: StepRequest): StepMark {
  return mark;
}

/** `after`: the step before, which still runs. */
export type SendStep = (step: Step, mark: StepMark, options: CallOptions, after?: SentStep) => SentStep;

export interface BatchRun {
  readonly batch: Batch;
  readonly sendStep: SendStep;
  /** Whether a step can be sent while the step before it still runs. */
  readonly maySendAhead: (step: Step, before: Step) => boolean;
  readonly deadline: Deadline;
  /** Its signal is the deadline's. */
  readonly options: CallOptions;
}

/** Throws when the first step fails, and when the batch is cancelled or out of time. */
export async function runBatch(run: BatchRun): Promise<Reply> {
  const { batch, deadline, options } = run;
  const { signal } = options;
  const held: CallOptions = { ...options, hold: () => holdBoth(deadline, options) };
  const ended: StepEnd[] = [];
  const steps = stepSender(run, held);
  let stop: StepEnd | undefined;
  for (const [index, step] of batch.steps.entries()) {
    if (signal.aborted) throw interrupted(signal.reason, ended.length, batch.steps.length);
    const outcome = stop === undefined ? await steps.outcomeOf(index) : await steps.ranAnyway();
    // One that failed together with the step before it, as by the user's Stop, has not run.
    if (outcome === undefined || (stop?.error !== undefined && !outcome.ok)) break;
    if (!outcome.ok && signal.aborted) throw interrupted(outcome.error, ended.length, batch.steps.length);
    const end = endOf(step, outcome, batch.stopOn);
    ended.push(end);
    if (isStop(end, batch.steps[index + 1])) stop ??= end;
  }
  const [first] = ended;
  if (ended.length === 1 && first?.error !== undefined) throw first.error;
  const sent = ended.length === batch.steps.length ? await steps.ranAnyway() : undefined;
  const snapshot = isShown(ended) ? undefined : (sent ?? (await lastSnapshot(ended, run.sendStep, held)));
  return batchReply({ total: batch.steps.length, ended, stop, snapshot });
}

function endOf(step: Step, outcome: CallOutcome, stopOn: Batch['stopOn']): StepEnd {
  if (!outcome.ok) return { step, error: outcome.error };
  const { result } = outcome;
  const reply: Reply = isRelayed(result) ? { facts: result.relayed, parts: [] } : result;
  return { step, reply, surprise: surpriseOf(step, reply.facts, stopOn) };
}

function isStop({ error, surprise }: StepEnd, next: Step | undefined): boolean {
  return error !== undefined || (surprise !== undefined && next !== undefined && !expectedAfter(surprise, next));
}

/**
 * Sends steps, and returns the outcome of each when it is asked for, in order. Where the app lets a step wait for the one
 * before it, a few are sent ahead: the way between gateway and browser then costs no time between two steps.
 */
function stepSender({ batch, sendStep, maySendAhead }: BatchRun, options: CallOptions) {
  const { steps, stopOn } = batch;
  const plan = steps.at(-1)?.tool === look.tool ? steps : [...steps, look];
  /** The step that is asked for, and those after it that were sent. */
  let sent: SentStep[] = [];

  function send(index: number, after?: SentStep): SentStep {
    const step = plan[index];
    if (step === undefined) throw new RangeError(`There is no step ${index}.`);
    const isLook = index === steps.length;
    const mark = { hasNext: index + 1 < steps.length, keepsTarget: !isLook && stopOn.has('target') };
    return sendStep(step, isLook ? { ...mark, looksBack: true } : mark, options, after);
  }

  /** Once the last one has its slot, so that none is taken which another call waits for. */
  async function sendAhead(index: number, first: SentStep): Promise<void> {
    for (let last = sent.at(-1) ?? first; sent[0] === first && sent.length <= limits.call.stepsAhead; sent.push(last)) {
      await last.reached;
      const [before, next] = plan.slice(index + sent.length - 1);
      if (sent[0] !== first || before === undefined || next === undefined || !maySendAhead(next, before)) return;
      last = send(index + sent.length, last);
    }
  }

  return {
    async outcomeOf(index: number): Promise<CallOutcome> {
      const [first = send(index)] = sent;
      sent[0] = first;
      // A tool that is gone is refused when it is its step's turn.
      sendAhead(index, first).catch(() => {});
      const outcome = await first.outcome;
      sent = isUnreached(outcome) ? [] : sent.slice(1);
      return isUnreached(outcome) ? send(index).outcome : outcome;
    },
    /** Of what was sent next, if it has run: the last look, or a step that began before the browser told of a surprise. */
    async ranAnyway(): Promise<CallOutcome | undefined> {
      const outcome = await sent.shift()?.outcome;
      return outcome === undefined || isUnreached(outcome) ? undefined : outcome;
    },
  };
}

/** It was sent ahead and has not run: the step before it did not simply succeed. */
export function isUnreached(outcome: CallOutcome): boolean {
  return !outcome.ok && outcome.error.reason === 'STEP_NOT_REACHED';
}

/** Whether the last step has shown the page already. */
function isShown(ended: readonly StepEnd[]): boolean {
  const last = ended.at(-1);
  return last?.step.tool === 'snapshot' && last.reply !== undefined;
}

function lastSnapshot(ended: readonly StepEnd[], sendStep: SendStep, options: CallOptions): Promise<CallOutcome> {
  const tabId = ended.findLast(({ reply }) => typeof reply?.facts.tabId === 'number')?.reply?.facts.tabId;
  const args = { ...look.args, ...(tabId === undefined ? {} : { tabId }) };
  return sendStep({ ...look, args }, { hasNext: false, keepsTarget: false }, options).outcome;
}

/** The last look at the page. A form and what follows it fit; for more the agent takes a snapshot of its own. */
const look: Step = { tool: 'snapshot', args: { maxTokens: 1_500 } };

function holdBoth(deadline: Deadline, { hold }: CallOptions): () => void {
  const ends = [deadline.hold(), ...(hold === undefined ? [] : [hold()])];
  return () => {
    for (const end of ends) end();
  };
}

/** The steps before have happened, so the outcome of the whole is never "not run". */
function interrupted(reason: unknown, done: number, total: number): SallyportError {
  const { code, message } =
    reason instanceof SallyportError ? reason : new SallyportError('ERR_CANCELLED', 'The caller withdrew the call.');
  return new SallyportError(code, `${message} ${done} of ${total} steps were done.`, {
    hint: 'Take a snapshot before you go on: the step under way may have happened.',
    data: { outcome: 'unknown', stepsDone: done },
  });
}
