// Shows install plans and outcomes, as text and as JSON. Never prints an environment.
import type { SallyportError } from '@sallyport/protocol';
import type { Outcome } from './apply.ts';
import { locationOf, type Part, type Purpose } from './ledger.ts';
import { type Change, isShowable, locationOfWanted } from './plan.ts';
import type { UndoOutcome, UndoStep } from './undo.ts';

export function showChange(change: Change) {
  const { wanted, before } = change;
  const after = wanted.kind === 'key' ? wanted.value : wanted.bytes.toString('utf8');
  return { ...showAction(change), before, after: isShowable(wanted) ? after : undefined };
}

export function showOutcome({ change, result, fault }: Outcome) {
  return { ...showAction(change), result, error: showFault(fault) };
}

export function showUndo({ entry, action, note }: UndoStep) {
  const { part, browsers } = entry.purpose;
  return { action, kind: entry.kind, place: locationOf(entry), part, browsers, note };
}

export function showUndoOutcome({ step, result, fault }: UndoOutcome) {
  return { ...showUndo(step), result, error: showFault(fault) };
}

function showAction({ wanted, action, note }: Change) {
  const { part, browsers } = wanted.purpose;
  return { action, kind: wanted.kind, place: locationOfWanted(wanted), part, browsers, note };
}

function showFault(fault: SallyportError | undefined) {
  return fault && { code: fault.code, message: fault.message, hint: fault.hint };
}

const partTitles: Readonly<Record<Part, string>> = {
  bundle: 'program',
  launcher: 'launcher',
  environment: 'environment of the login shell',
  manifest: 'manifest',
};

export function describeChanges(changes: readonly Change[]): string {
  return changes
    .map(({ wanted, action, note }) => line(action, titleOf(wanted.purpose), locationOfWanted(wanted), note))
    .join('\n');
}

export function describeUndo(steps: readonly UndoStep[]): string {
  return steps
    .map(({ entry, action, note }) => line(action, titleOf(entry.purpose), locationOf(entry), note))
    .join('\n');
}

function titleOf({ part, browsers }: Purpose): string {
  return browsers === undefined ? partTitles[part] : `${partTitles[part]} for ${browsers.join(', ')}`;
}

function line(action: string, title: string, place: string, note: string | undefined): string {
  return `  ${action.padEnd(8)} ${place}\n           ${title}${note === undefined ? '' : `; ${note}`}`;
}
