// How plans and their outcomes are shown: as sentences for a person, as plain objects for a program. Never an environment.
import type { Outcome } from './apply.ts';
import { type LedgerEntry, type Part, placeOf } from './ledger.ts';
import { type Change, isShowable, placeOfWanted } from './plan.ts';
import type { UndoOutcome, UndoStep } from './undo.ts';

interface ShownChange {
  readonly action: string;
  readonly kind: 'file' | 'key';
  readonly place: string;
  readonly part: Part;
  readonly browsers?: readonly string[];
  readonly note?: string;
  readonly before?: string;
  readonly after?: string;
}

export function showChange({ wanted, action, note, before }: Change): ShownChange {
  const { part, browsers } = wanted.purpose;
  const after = wanted.kind === 'key' ? wanted.value : wanted.bytes.toString('utf8');
  return {
    action,
    kind: wanted.kind,
    place: placeOfWanted(wanted),
    part,
    ...(browsers && { browsers }),
    ...(note !== undefined && { note }),
    ...(before !== undefined && { before }),
    ...(isShowable(wanted) && { after }),
  };
}

export function showOutcome({ change, result, fault }: Outcome): Record<string, unknown> {
  const { before: _, after: __, ...shown } = showChange(change);
  return { ...shown, result, ...(fault && { error: { code: fault.code, message: fault.message, hint: fault.hint } }) };
}

export function showUndo({ entry, action, note }: UndoStep): Record<string, unknown> {
  const { part, browsers } = entry.purpose;
  return {
    action,
    kind: entry.kind,
    place: placeOf(entry),
    part,
    ...(browsers && { browsers }),
    ...(note && { note }),
  };
}

export function showUndoOutcome({ step, result, fault }: UndoOutcome): Record<string, unknown> {
  return {
    ...showUndo(step),
    result,
    ...(fault && { error: { code: fault.code, message: fault.message, hint: fault.hint } }),
  };
}

const partTitles: Readonly<Record<Part, string>> = {
  bundle: 'program',
  launcher: 'launcher',
  environment: 'environment of the login shell',
  manifest: 'manifest',
};

/** One line for each change, in columns. */
export function describeChanges(changes: readonly Change[]): string {
  return changes
    .map(({ wanted, action, note }) => line(action, titleOf(wanted.purpose), placeOfWanted(wanted), note))
    .join('\n');
}

export function describeUndo(steps: readonly UndoStep[]): string {
  return steps.map(({ entry, action, note }) => line(action, titleOf(entry.purpose), placeOf(entry), note)).join('\n');
}

function titleOf({ part, browsers }: Extract<LedgerEntry, { kind: 'file' }>['purpose']): string {
  return browsers === undefined ? partTitles[part] : `${partTitles[part]} for ${browsers.join(', ')}`;
}

function line(action: string, title: string, place: string, note: string | undefined): string {
  return `  ${action.padEnd(8)} ${place}\n           ${title}${note === undefined ? '' : `; ${note}`}`;
}
