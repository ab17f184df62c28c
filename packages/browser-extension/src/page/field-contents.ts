// Checks whether fields hold the values that they were given, once the page has settled.
import type { FieldContent, Filled } from '../base/page-calls.ts';
import { oneLine } from './dom.ts';
import type { Refs } from './refs.ts';
import { isSecret } from './secrets.ts';

export function fieldContents({ fields, isAppended }: Filled, refs: Refs): FieldContent[] {
  return fields.map(({ ref, value }) => {
    const element = refs.live(ref)?.element;
    if (element instanceof HTMLSelectElement) return isChosen(element, [value].flat().map(String)) ? 'given' : 'other';
    const isKept = element !== undefined && isSecret(element);
    // A full field keeps what it had, and whether that has the given text would tell a secret, part by part.
    if (isAppended && isKept) return 'given';
    const text = element === undefined || typeof value !== 'string' ? undefined : textOf(element);
    // The page replaced the element, or the field is of a kind that fails by itself.
    if (text === undefined || (isKept ? isText : holdsText)(text, String(value))) return 'given';
    return text.trim() === '' ? 'nothing' : 'other';
  });
}

function isChosen({ selectedOptions }: HTMLSelectElement, wanted: readonly string[]): boolean {
  const chosen = [...selectedOptions].flatMap(({ value, label }) => [value, oneLine(label).toLowerCase()]);
  return wanted.every((text) => chosen.includes(text) || chosen.includes(oneLine(text).toLowerCase()));
}

function textOf(element: Element): string | undefined {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return element instanceof HTMLElement && element.isContentEditable ? element.innerText : undefined;
}

/** Fields reformat numbers, cards and names, so only letters and digits are compared, if there are any. */
function holdsText(text: string, wanted: string): boolean {
  if (wanted === '') return text.trim() === '';
  return bare(wanted) === '' ? text.includes(wanted.trim()) : bare(text).includes(bare(wanted));
}

/** As a whole: a page may put back what a secret field had, and a part of that is not to be told from another one. */
function isText(text: string, wanted: string): boolean {
  return bare(wanted) === '' ? text === wanted : bare(text) === bare(wanted);
}

function bare(raw: string): string {
  return raw.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
