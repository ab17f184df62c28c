// Fields whose value people pick instead of writing it: dates, times, colours and ranges. Their value is set as a whole.
import { giveFocus } from './focus.ts';
import { setNative } from './insert.ts';
import { elementError } from './page-error.ts';
import type { Target } from './target.ts';

/** What each takes. */
const forms: Readonly<Record<string, string>> = {
  color: '#rrggbb',
  date: '2026-12-31',
  'datetime-local': '2026-12-31T23:59',
  month: '2026-12',
  range: 'of a number',
  time: '23:59',
  week: '2026-W52',
};

export function isPicked(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && Object.hasOwn(forms, element.type);
}

/** A value that the field would refuse or change is an error, and the field keeps what it had. */
export function setPicked(input: HTMLInputElement, value: string, target: Target): void {
  if (input.readOnly) throw elementError('ERR_INPUT_INVALID', target, 'is read-only.');
  if (!isTaken(input, value)) {
    const hint = `It wants the form ${forms[input.type]}${rangeOf(input)}.`;
    throw elementError('ERR_INPUT_INVALID', target, `took no ${JSON.stringify(value)}.`, hint);
  }
  giveFocus(input);
  setNative(input, value);
  announce(input);
}

export function announce(field: Element): void {
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Tried on a copy that is in no page. Browsers empty, round or replace what does not fit. */
function isTaken(input: HTMLInputElement, value: string): boolean {
  const copy = input.cloneNode();
  if (!(copy instanceof HTMLInputElement)) return false;
  setNative(copy, value);
  if (input.type === 'range') return value.trim() !== '' && Number(copy.value) === Number(value);
  if (input.type === 'color') return copy.value.toLowerCase() === value.toLowerCase();
  return value === '' || copy.value !== '';
}

function rangeOf({ type, min, max, step }: HTMLInputElement): string {
  if (type !== 'range') return '';
  const by = step === '' || step === 'any' ? '' : `, in steps of ${step}`;
  return ` from ${min === '' ? 0 : min} to ${max === '' ? 100 : max}${by}`;
}
