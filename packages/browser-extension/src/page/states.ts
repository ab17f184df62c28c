// States and values of elements, with the contents of secret fields masked.
import { cut, oneLine } from './dom.ts';

const VALUE_MAX_CHARS = 100;
const MASK = '•••';

/** An element without attributes that is no control has nothing to tell; most are, and every look costs in Firefox. */
function isPlain(element: Element): boolean {
  return !element.hasAttributes() && !('value' in element) && !('disabled' in element);
}

export function statesOf(element: Element): string[] {
  if (isPlain(element)) return [];
  const states: string[] = [];
  if (isChecked(element)) states.push('checked');
  if (isDisabled(element)) states.push('disabled');
  for (const state of ['expanded', 'pressed', 'selected', 'current', 'required', 'invalid', 'busy'] as const) {
    const value = element.getAttribute(`aria-${state}`);
    if (value === 'false' && state === 'expanded') states.push('collapsed');
    else if (value !== null && value !== 'false' && value !== '') states.push(state);
  }
  if (element instanceof HTMLDetailsElement && element.open) states.push('expanded');
  if (element instanceof HTMLOptionElement && element.selected) states.push('selected');
  if (element === element.ownerDocument.activeElement && element !== element.ownerDocument.body) states.push('focused');
  return states;
}

export function isChecked(element: Element): boolean {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) return element.checked;
  return element.getAttribute('aria-checked') === 'true';
}

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
}

/** What stands in a field now; undefined where there is nothing to tell. */
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
  if (element instanceof HTMLElement && element.isContentEditable) return element.textContent ?? undefined;
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined;
}

/** Passwords, one-time codes and card data: a snapshot says that they are filled, never with what. */
export function isSecret(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === 'password') return true;
  return /(^|\s)(one-time-code|cc-\S+|current-password|new-password)(\s|$)/i.test(
    element.getAttribute('autocomplete') ?? '',
  );
}
