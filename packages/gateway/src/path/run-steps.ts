// Runs a batch: each of its steps is a request of its own, which takes the whole path.
import type { CallOutcome } from '@sallyport/mcp-door';
import type { CallOptions, CallResult } from '@sallyport/protocol';
import type { Caller } from '../rooms/callers/callers.ts';
import type { Deadline } from '../rooms/limits/deadline.ts';
import { insideName } from '../rooms/registry/tool-name.ts';
import { isFull, timeOf } from './admit.ts';
import { isDecided } from './authorise.ts';
import { runBatch, type SendStep } from './batch.ts';
import { parseBatch, requireTools, type Step } from './batch-steps.ts';
import type { CallRequest, Rooms, Target } from './call.ts';

interface RunningBatch {
  readonly request: CallRequest;
  readonly deadline: Deadline;
  /** Its signal is the deadline's. */
  readonly options: CallOptions;
  readonly reachesApp: () => void;
  readonly call: (rooms: Rooms, request: CallRequest, options: CallOptions) => Promise<CallOutcome>;
}

/** Takes no slot itself: each of its steps takes one, so batches cannot block each other. */
export async function runSteps(
  rooms: Rooms,
  caller: Caller,
  target: Target,
  { request, deadline, options, reachesApp, call }: RunningBatch,
): Promise<CallResult> {
  const { args, timeoutMs } = timeOf(caller, target, request);
  const { appId, declaration } = target;
  const batch = parseBatch(appId, declaration.name, args);
  const targetOf = (tool: string) => rooms.registry.resolve(insideName(appId, tool));
  requireTools(batch, targetOf);
  deadline.start(timeoutMs);
  reachesApp();
  const sendStep: SendStep = ({ tool, args }, mark, stepOptions, after) => {
    const callId = rooms.createId();
    let onReached = () => {};
    const reached = new Promise<void>((resolve) => {
      onReached = resolve;
    });
    const sentAhead = after === undefined ? {} : { after: after.callId, endOfLast: after.outcome };
    const made = {
      ...request,
      name: insideName(appId, tool),
      args,
      step: { ...mark, ...sentAhead, callId, onReached },
    };
    return { callId, reached, outcome: call(rooms, made, stepOptions) };
  };
  const awaitsStep = ({ tool }: Step) => targetOf(tool).declaration.awaitsStep === true;
  // A question to the user comes when it is the step's turn, and nothing waits for a slot ahead of time.
  const maySendAhead = (step: Step, before: Step) =>
    awaitsStep(step) &&
    awaitsStep(before) &&
    // What only reads lets nobody begin early.
    targetOf(before.tool).declaration.effect !== 'read' &&
    isDecided(rooms, caller, targetOf(step.tool), step.args) &&
    !isFull(rooms, caller);
  return runBatch({ batch, sendStep, maySendAhead, deadline, options });
}
