// Runs the steps of a batch one after the other, each as a call of its own, and stops at the first surprise.
import type { CallOutcome } from '@sallyport/mcp-door';
import { type CallOptions, isRelayed, type Reply, SallyportError, type StepMark } from '@sallyport/protocol';
import type { Deadline } from '../rooms/limits/deadline.ts';
import { batchReply, type StepEnd } from './batch-reply.ts';
import { type Batch, expectedAfter, type Step, surpriseOf } from './batch-steps.ts';

export type RunStep = (step: Step, mark: StepMark, options: CallOptions) => Promise<CallOutcome>;

export interface BatchRun {
  readonly batch: Batch;
  readonly runStep: RunStep;
  readonly deadline: Deadline;
  /** Its signal is the deadline's. */
  readonly options: CallOptions;
}

/** Throws when the first step fails, and when the batch is cancelled or out of time. */
export async function runBatch({ batch, runStep, deadline, options }: BatchRun): Promise<Reply> {
  const { signal } = options;
  const held: CallOptions = { ...options, hold: () => holdBoth(deadline, options) };
  const ended: StepEnd[] = [];
  for (const [index, step] of batch.steps.entries()) {
    if (signal.aborted) throw interrupted(signal.reason, ended.length, batch.steps.length);
    const next = batch.steps[index + 1];
    const mark = { hasNext: next !== undefined, keepsTarget: batch.stopOn.has('target') };
    const outcome = await runStep(step, mark, held);
    if (!outcome.ok) {
      if (signal.aborted) throw interrupted(outcome.error, ended.length, batch.steps.length);
      if (ended.length === 0) throw outcome.error;
      ended.push({ step, error: outcome.error });
      break;
    }
    const { result } = outcome;
    const reply: Reply = isRelayed(result) ? { facts: result.relayed, parts: [] } : result;
    const surprise = surpriseOf(step, reply.facts, batch.stopOn);
    ended.push({ step, reply, surprise });
    if (surprise !== undefined && next !== undefined && !expectedAfter(surprise, next)) break;
  }
  const snapshot = await lastSnapshot(ended, runStep, held);
  return batchReply({ total: batch.steps.length, ended, snapshot });
}

/** Undefined when the last step has shown the page already. */
async function lastSnapshot(
  ended: readonly StepEnd[],
  runStep: RunStep,
  options: CallOptions,
): Promise<CallOutcome | undefined> {
  const last = ended.at(-1);
  if (last?.step.tool === 'snapshot' && last.reply !== undefined) return undefined;
  const tabId = ended.findLast(({ reply }) => typeof reply?.facts.tabId === 'number')?.reply?.facts.tabId;
  const args = { maxTokens: SNAPSHOT_TOKENS, ...(tabId === undefined ? {} : { tabId }) };
  return runStep({ tool: 'snapshot', args }, { hasNext: false, keepsTarget: false }, options);
}

/** A form and what follows it fit; for more the agent takes a snapshot of its own. */
const SNAPSHOT_TOKENS = 1_500;

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
