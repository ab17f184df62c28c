// Fields whose value people pick instead of typing it: dates, times, colours and ranges. Their value is set as a whole.
import { giveFocus } from './focus.ts';
import { setNative } from './insert.ts';
import { elementError } from './page-error.ts';
import type { Target } from './target.ts';

/** The format that each type accepts. */
const formats: Readonly<Record<string, string>> = {
  color: '#rrggbb',
  date: '2026-12-31',
  'datetime-local': '2026-12-31T23:59',
  month: '2026-12',
  range: 'a number',
  time: '23:59',
  week: '2026-W52',
};

export function isPicked(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && Object.hasOwn(formats, element.type);
}

/** Throws for a value that the field would refuse or change; the field keeps its value then. */
export function setPicked(input: HTMLInputElement, value: string, target: Target): void {
  if (input.readOnly) throw elementError('ERR_INPUT_INVALID', target, 'is read-only.');
  if (!accepts(input, value)) {
    const hint = `Expected: ${formats[input.type]}${rangeOf(input)}.`;
    throw elementError('ERR_INPUT_INVALID', target, `does not accept ${JSON.stringify(value)}.`, hint);
  }
  giveFocus(input);
  setNative(input, value);
  announce(input);
}

export function announce(field: Element): void {
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Tries the value on a detached copy: browsers clear, round or replace a value that does not fit. */
function accepts(input: HTMLInputElement, value: string): boolean {
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
