// The fields of a document that hold a secret, in open and closed shadow roots too.
import { shadowOf } from './dom.ts';
import { isSecret } from './secrets.ts';

const FIELDS = 'input, textarea, [contenteditable]';

/** Those that are filled; with a selector all that match it. */
export function secretFields(root: Document | ShadowRoot, selector?: string): Element[] {
  const own = [...root.querySelectorAll(selector ?? FIELDS)];
  const found = selector === undefined ? own.filter((field) => isSecret(field) && isFilled(field)) : own;
  const inner = [...root.querySelectorAll('*')].flatMap((element) => {
    const shadow = shadowOf(element);
    return shadow === null ? [] : secretFields(shadow, selector);
  });
  return [...found, ...inner];
}

/** What is in it was typed before, and nobody may add to it unseen. */
export function isFilledSecret(field: Element): boolean {
  return isSecret(field) && isFilled(field);
}

function isFilled(field: Element): boolean {
  return 'value' in field ? field.value !== '' : field.textContent !== '';
}
