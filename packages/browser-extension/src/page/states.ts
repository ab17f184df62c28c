// States and values of elements, with the contents of secret fields masked.
import { cut, oneLine } from './dom.ts';
import { isSecret } from './secrets.ts';

const VALUE_MAX_CHARS = 100;
const MASK = '•••';

/** Most elements have no attributes and are not controls: they have no states, and reading any is slow in Firefox. */
function isPlain(element: Element): boolean {
  return (
    !element.hasAttributes() && !('value' in element) && !('disabled' in element) && element.localName !== 'summary'
  );
}

export function statesOf(element: Element): string[] {
  if (isPlain(element)) return [];
  const states: string[] = [];
  if (isMixed(element)) states.push('mixed');
  else if (isChecked(element)) states.push('checked');
  if (isDisabled(element)) states.push('disabled');
  if ('required' in element && element.required === true) states.push('required');
  if (isReadOnly(element)) states.push('readonly');
  for (const state of ['expanded', 'pressed', 'selected', 'current', 'required', 'invalid', 'busy'] as const) {
    const value = element.getAttribute(`aria-${state}`);
    if (value === 'false' && state === 'expanded') states.push('collapsed');
    else if (value !== null && value !== 'false' && value !== '' && !states.includes(state)) states.push(state);
  }
  if (isSummary(element)) states.push(element.parentElement.open ? 'expanded' : 'collapsed');
  if (element instanceof HTMLOptionElement && element.selected) states.push('selected');
  if (element === element.ownerDocument.activeElement && element !== element.ownerDocument.body) states.push('focused');
  return states;
}

export function isReadOnly(element: Element): boolean {
  return ('readOnly' in element && element.readOnly === true) || element.getAttribute('aria-readonly') === 'true';
}

type Summary = Element & { readonly parentElement: HTMLDetailsElement };

function isSummary(element: Element): element is Summary {
  return element.localName === 'summary' && element.parentElement instanceof HTMLDetailsElement;
}

export function isChecked(element: Element): boolean {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) return element.checked;
  return element.getAttribute('aria-checked') === 'true';
}

/** Neither checked nor not: a part of its items is checked, or nobody has chosen yet. */
export function isMixed(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.indeterminate;
  return element.getAttribute('aria-checked') === 'mixed';
}

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
}

/** The current value of a field; undefined if it is empty or not a field. */
export function fieldValue(element: Element): string | undefined {
  if (isPlain(element)) return undefined;
  const value = rawValue(element);
  if (value === undefined || value === '') return undefined;
  return isSecret(element) ? MASK : cut(oneLine(value), VALUE_MAX_CHARS);
}

function rawValue(element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map((option) => option.label).join(', ');
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  // Its own value is the first file alone, under a made-up folder.
  if (element instanceof HTMLInputElement && element.type === 'file') {
    return [...(element.files ?? [])].map(({ name }) => name).join(', ');
  }
  if (element instanceof HTMLInputElement) {
    return ['button', 'checkbox', 'image', 'radio', 'reset', 'submit'].includes(element.type)
      ? undefined
      : element.value;
  }
  if (element instanceof HTMLElement && element.isContentEditable) return element.innerText;
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
}

/** What an agent needs to fill a field: its type, the numbers it accepts, the number of options. */
export function fieldHint(element: Element): string {
  if (element instanceof HTMLSelectElement) return `${element.options.length} options`;
  if (!(element instanceof HTMLInputElement)) return '';
  const { type, min, max, multiple } = element;
  if (type === 'file') return multiple ? 'files' : 'file';
  if (type === 'number' || type === 'range') return rangeOf(min, max);
  return pickedTypes.has(type) ? type : '';
}

/** Only plain numbers: a page may write anything into these attributes. */
function rangeOf(...bounds: readonly [min: string, max: string]): string {
  const [from = '', to = ''] = bounds.map((bound) => /^-?\d{1,12}(?:\.\d{1,6})?$/.exec(bound)?.[0]);
  return from === '' && to === '' ? '' : `${from}..${to}`;
}

const pickedTypes = new Set(['color', 'date', 'datetime-local', 'month', 'time', 'week']);
