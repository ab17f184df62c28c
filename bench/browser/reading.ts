// How much of an agent's context a page costs: what one answer holds, and all that it takes to read the page to its end.
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { type PageName, pageNames } from './pages.ts';
import type { Subject } from './subjects.ts';
import { refIn, type Task, tasks } from './tasks.ts';

export type Counter = (text: string) => number;

/** By the vocabulary of OpenAI's models, as a measure for any. */
export function openCounter(): Counter {
  const tokenizer = new Tiktoken(o200k);
  return (text) => tokenizer.encode(text).length;
}

/** Refs of what an answer of ours left out: after an ellipsis, or in the brackets behind a text that was cut. */
function leftOutIn(text: string): string[] {
  return [...text.matchAll(/… \d+ more(?: like these)?: (e\d+(?:\+\d+)?)$|\(\+\d+ (e\d+)\)/gm)].flatMap(
    ([, rest, cut]) => rest ?? cut ?? [],
  );
}

const READS_MAX = 1_000;
/** As much as clients take in one answer. */
const LARGE_TOKENS = 20_000;

export interface CompleteReading {
  /** Of all answers together. */
  readonly text: string;
  readonly calls: number;
}

/** One large snapshot, and everything that it and the answers after it left out. */
export async function readToTheEnd(subject: Pick<Subject, 'call'>): Promise<CompleteReading> {
  const answers = [(await subject.call('snapshot', { maxTokens: LARGE_TOKENS })).text];
  const seen = new Set<string>();
  for (const answer of answers) {
    for (const ref of leftOutIn(answer)) {
      if (seen.has(ref)) continue;
      seen.add(ref);
      if (answers.length > READS_MAX) throw new Error('There is no end to this page.');
      const { text } = await subject.call('snapshot', { ref, maxTokens: LARGE_TOKENS });
      answers.push(text);
    }
  }
  return { text: answers.join('\n'), calls: answers.length };
}

/** Tasks of a page whose target an agent does not reach in two calls: it looks at the page, then searches it. */
export async function unreachedOn(subject: Pick<Subject, 'call'>, page: PageName): Promise<Task[]> {
  const seen = (await subject.call('snapshot')).text;
  const unreached: Task[] = [];
  for (const task of tasks.filter((candidate) => candidate.page === page)) {
    if (refIn(seen, task) !== undefined) continue;
    const { text } = await subject.call('find', { text: task.words });
    if (refIn(text, task) === undefined) unreached.push(task);
  }
  return unreached;
}

export async function unreachedTasks(subject: Subject, origin: string): Promise<Task[]> {
  const unreached: Task[] = [];
  for (const page of pageNames) {
    await subject.navigate(`${origin}/${page}`);
    unreached.push(...(await unreachedOn(subject, page)));
  }
  return unreached;
}
