// Runs one task with one product, and compares what the replies said with what the page says.
import { eventually } from '../../support/eventually.ts';
import type { Product } from './product.ts';
import type { WidgetSite } from './site.ts';
import type { State, Task } from './task.ts';
import { type Step, ToolHand } from './tool-hand.ts';

export interface Outcome {
  readonly isSolved: boolean;
  /** Every call was answered as done, the last one with news of the page, and still the page says no. */
  readonly isFalselyDone: boolean;
  /** A reply said that the page did not react, and it did. */
  readonly isFalselyIdle: boolean;
  readonly calls: number;
  readonly bytes: number;
  readonly elapsedMs: number;
  /** What the solver stopped at, if it did. */
  readonly failure: string;
  readonly steps: readonly Step[];
  readonly state: State;
}

/** A library may still be writing down what it shows. */
const STATE_MS = 700;

export interface RunOptions {
  /** Whether every reply is compared with the page, which takes time of its own. */
  readonly isChecked?: boolean;
}

export async function runTask(
  task: Task,
  product: Product,
  site: WidgetSite,
  { isChecked = false }: RunOptions = {},
): Promise<Outcome> {
  const hand = new ToolHand(product, isChecked ? () => site.truth() : undefined);
  let failure = '';
  await hand.open(site.urlOf(task.page));
  const { meter } = product;
  const before = { calls: meter.calls, bytes: meter.bytes };
  const startedAt = performance.now();
  try {
    await task.solve(hand);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  const elapsedMs = performance.now() - startedAt;
  let state: State = {};
  const isSolved = await eventually(
    task.title,
    async () => {
      state = await site.state();
      return task.isDone(state);
    },
    failure === '' ? STATE_MS : 0,
  ).catch(() => false);
  const [, ...steps] = hand.steps;
  const lastAction = steps.findLast(({ isRead }) => !isRead);
  return {
    isSolved,
    isFalselyDone: !isSolved && failure === '' && lastAction !== undefined && !product.isIdle(lastAction.text),
    isFalselyIdle: steps.some(({ text, isChanged }) => isChanged === true && product.isIdle(text)),
    calls: meter.calls - before.calls,
    bytes: meter.bytes - before.bytes,
    elapsedMs,
    failure,
    steps,
    state,
  };
}

/** What was called and answered, for whoever has to find out why a task failed. */
export function transcript({ steps, state, failure }: Outcome): string {
  const said = steps.map(
    ({ what, text, isError, isChanged }) =>
      `> ${what}${isChanged === undefined ? '' : ` (${isChanged ? '' : 'not '}changed)`}\n${isError ? 'ERROR ' : ''}${text}`,
  );
  return [...said, failure === '' ? '' : `stopped: ${failure}`, `state: ${JSON.stringify(state)}`].join('\n');
}
