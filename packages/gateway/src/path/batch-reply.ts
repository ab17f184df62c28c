// The reply of a batch: how far it came, what each step changed, and the page at its end.
import type { CallOutcome } from '@sallyport/mcp-door';
import {
  foreign,
  isRelayed,
  type JsonObject,
  ours,
  type Part,
  type Reply,
  type SallyportError,
  type Surprise,
} from '@sallyport/protocol';
import type { Step } from './batch-steps.ts';

export interface StepEnd {
  readonly step: Step;
  readonly reply?: Reply;
  readonly surprise?: Surprise | undefined;
  readonly error?: SallyportError;
}

export interface EndedBatch {
  readonly total: number;
  readonly ended: readonly StepEnd[];
  /** The one of them that stopped the batch. */
  readonly stop: StepEnd | undefined;
  /** Missing when the last step was a snapshot. */
  readonly snapshot: CallOutcome | undefined;
}

/** Page texts stand in one fence for each site, every line behind the number of its step. */
export function batchReply({ total, ended, stop, snapshot }: EndedBatch): Reply {
  const own = [headOf(total, ended, stop)];
  const byOrigin = new Map<string, string[]>();
  const images: Part[] = [];
  for (const [index, end] of ended.entries()) {
    const { notes, seen, pictures } = shownOf(end, index === ended.length - 1 && snapshot?.ok === true);
    own.push(...notes.map((note) => `Step ${index + 1}: ${note}`));
    for (const { text, origin } of seen) {
      const lines = byOrigin.get(origin) ?? [];
      byOrigin.set(origin, lines);
      lines.push(...text.split('\n').map((line, n) => (n === 0 ? `${index + 1} ${line}` : `  ${line}`)));
    }
    images.push(...pictures);
  }
  const { missing, parts } = shownSnapshot(snapshot);
  return {
    facts: factsOf(total, ended, snapshot),
    parts: [
      ours([...own, ...missing].join('\n')),
      ...[...byOrigin].map(([origin, lines]) => foreign(lines.join('\n'), origin)),
      ...images,
      ...parts,
    ],
  };
}

function headOf(total: number, ended: readonly StepEnd[], stop: StepEnd | undefined): string {
  const count = ended.length;
  if (stop === undefined) return `${total} of ${total} steps done.`;
  const at = ended.indexOf(stop) + 1;
  const why =
    stop.error === undefined
      ? `Stopped after step ${at} of ${total}: ${reasons[stop.surprise ?? 'target']}.`
      : `Stopped: step ${at} of ${total} (${stop.step.tool}) failed.`;
  return why + ranAnyway(ended, at) + rest(count, total);
}

/** What had begun when the browser told what stopped the batch. */
function ranAnyway(ended: readonly StepEnd[], at: number): string {
  const done = ended.slice(at).filter(({ error }) => error === undefined).length;
  const failed = done < ended.length - at ? ` Step ${ended.length} failed.` : '';
  if (done === 0) return failed;
  return `${done === 1 ? ` Step ${at + 1} has run.` : ` Steps ${at + 1} to ${at + done} have run.`}${failed}`;
}

const reasons: Readonly<Record<Surprise, string>> = {
  navigation: 'it led to another page',
  dialog: 'a dialog opened',
  tab: 'it opened or closed a tab, or asks for files',
  target: 'its element changed',
  value: 'a field does not hold what was given',
};

function rest(count: number, total: number): string {
  if (count === total) return '';
  return count + 1 === total ? ` Step ${total} has not run.` : ` Steps ${count + 1} to ${total} have not run.`;
}

interface Shown {
  readonly notes: readonly string[];
  readonly seen: readonly { readonly text: string; readonly origin: string }[];
  readonly pictures: readonly Part[];
}

/** `isPageShown`: the snapshot names the page that the step led to. */
function shownOf({ step, reply, error }: StepEnd, isPageShown: boolean): Shown {
  if (error !== undefined) {
    const { code, message, hint, foreign: seen = [] } = error;
    return { notes: [[`${code}: ${message}`, hint ?? ''].join(' ').trim()], seen, pictures: [] };
  }
  const parts = reply?.parts ?? [];
  // "Tab 7:" introduces page text.
  const texts = parts.flatMap((part) => (part.kind === 'ours' && !part.text.endsWith(':') ? [part.text] : []));
  const pictures = parts.filter(({ kind }) => kind === 'image');
  // A field that holds what it was given, and nothing else happened: the snapshot shows it.
  if (isAsGiven(step, reply?.facts ?? {})) return { notes: [], seen: [], pictures };
  const seen = parts.flatMap((part) => {
    if (part.kind !== 'foreign' || part.text === '') return [];
    return isPageShown ? [{ ...part, text: withoutPage(part.text) }] : [part];
  });
  // "Clicked e12." repeats the step.
  const isAction = typeof reply?.facts.navigated === 'boolean';
  const notes = isAction && seen.length > 0 && !/Nothing changed/.test(texts[0] ?? '') ? texts.slice(1) : texts;
  return { notes, seen, pictures };
}

/** The line is only left out, so a page that writes one like it hides nothing but that. */
function withoutPage(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('page "'))
    .join('\n');
}

const filling = new Set(['type', 'fill_form', 'select_option']);

function isAsGiven({ tool }: Step, facts: JsonObject): boolean {
  const { navigated, settled, changes, errors = [], note, fileChooser, tabClosed, focus } = facts;
  const isEmpty = [changes, errors, facts.dialogs, facts.openedTabs, facts.downloads ?? []].every(
    (list) => Array.isArray(list) && list.length === 0,
  );
  const extras = [note, fileChooser, tabClosed, focus];
  return (
    filling.has(tool) && navigated === false && settled === true && isEmpty && extras.every((one) => one === undefined)
  );
}

function shownSnapshot(snapshot: CallOutcome | undefined): { missing: readonly string[]; parts: readonly Part[] } {
  if (snapshot === undefined) return { missing: [], parts: [] };
  if (!snapshot.ok) return { missing: [`No snapshot: ${snapshot.error.message}`], parts: [] };
  return { missing: [], parts: isRelayed(snapshot.result) ? [] : snapshot.result.parts };
}

function factsOf(total: number, ended: readonly StepEnd[], snapshot: CallOutcome | undefined): JsonObject {
  const failed = ended.filter(({ error }) => error !== undefined).length;
  const shown = snapshot?.ok === true && !isRelayed(snapshot.result) ? snapshot.result.facts : undefined;
  return {
    done: ended.length - failed,
    total,
    steps: ended.map(({ step, reply, surprise, error }) => ({
      tool: step.tool,
      ...(reply === undefined ? {} : { facts: reply.facts }),
      ...(surprise === undefined ? {} : { surprise }),
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    })),
    ...(shown === undefined ? {} : { page: shown }),
  };
}
