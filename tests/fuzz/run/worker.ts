// The process that holds one target's subject: feeds it inputs of a seed, or single ones, as its owner asks.
import { openSync, writeSync } from 'node:fs';
import { argv } from 'node:process';
import { randomFor } from '../base/random.ts';
import type { Json, Memory, Programs, Subject, Target } from '../base/target.ts';

export type Task =
  | { readonly task: 'slice'; readonly seed: number; readonly index: number; readonly ms: number }
  | { readonly task: 'feed'; readonly input: Json }
  | { readonly task: 'memory' }
  | { readonly task: 'close' };

export interface SliceDone {
  /** The first index that was not fed. */
  readonly next: number;
  readonly longestMs: number;
  readonly longestIndex: number;
  /** What was wrong with the last input that was fed. */
  readonly problem?: string;
}

export interface FeedDone {
  readonly ms: number;
  readonly problem?: string;
}

export type MemoryDone = Readonly<Record<string, Memory>>;

const [, , name = '', progressFile = '', programsJson = '{}'] = argv;
const target = await loadTarget(name);
const programs: Programs = JSON.parse(programsJson);
const progress = openSync(progressFile, 'w');
const counter = new DataView(new ArrayBuffer(8));
let subject: Subject | undefined;
let fault: string | undefined;

// Thrown later than the call that caused it: it counts for the input under way.
process.on('uncaughtException', (error) => {
  fault = `Nobody caught: ${error.stack ?? error.message}`;
});

/** Its own file alone: loading those of all targets takes longer than a worker's turn in a short run. */
async function loadTarget(wanted: string): Promise<Target> {
  const exported: Record<string, Target> = await import(`../targets/${wanted}.ts`);
  const found = Object.values(exported).find((value) => value.name === wanted);
  if (found === undefined) throw new Error(`There is no target "${wanted}".`);
  return found;
}

async function feed(input: Json): Promise<FeedDone> {
  subject ??= await target.open(programs);
  const startedAt = nowMs(subject);
  let problem: string | undefined;
  try {
    await subject.feed(input);
  } catch (thrown) {
    problem = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  const ms = nowMs(subject) - startedAt;
  problem ??= fault;
  fault = undefined;
  if (problem === undefined) return { ms };
  // Whatever it did to the subject must not count for the next input.
  await subject.close().catch(() => {});
  subject = undefined;
  return { ms, problem };
}

/** Inside this process its own time counts: on a busy machine it waits for a core. */
function nowMs({ memory: ownMemory }: Subject): number {
  if (ownMemory !== undefined) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function slice({ seed, index, ms }: Extract<Task, { task: 'slice' }>, hangMs: number): Promise<SliceDone> {
  subject ??= await target.open(programs);
  const endAt = performance.now() + ms;
  let [next, longestMs, longestIndex] = [index, 0, index];
  while (performance.now() < endAt) {
    // Read by the owner when this process hangs or dies.
    counter.setFloat64(0, next);
    writeSync(progress, counter, 0, 8, 0);
    const done = await feed(target.generate(randomFor(seed, name, next)));
    if (done.ms > longestMs) [longestMs, longestIndex] = [done.ms, next];
    next += 1;
    if (done.problem !== undefined) return { next, longestMs, longestIndex, problem: done.problem };
    if (done.ms > hangMs) break;
  }
  return { next, longestMs, longestIndex };
}

async function memory(): Promise<MemoryDone> {
  globalThis.gc?.();
  await new Promise(setImmediate);
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { worker: { heapBytes: heapUsed + external, residentBytes: rss }, ...(await subject?.memory?.()) };
}

async function perform(task: Task): Promise<unknown> {
  if (task.task === 'feed') return feed(task.input);
  if (task.task === 'slice') return slice(task, 1000);
  if (task.task === 'memory') return memory();
  await subject?.close();
  process.disconnect?.();
  return undefined;
}

process.on('message', (task: Task) => {
  perform(task).then(
    (done) => process.send?.({ done: done ?? null }),
    (thrown: unknown) => process.send?.({ failed: thrown instanceof Error ? thrown.stack : String(thrown) }),
  );
});
// An owner that is gone takes its worker along, whose processes end with their pipes.
process.on('disconnect', () => process.exit());
