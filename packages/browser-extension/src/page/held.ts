// Whether fields hold what they were given, read once the page has settled.
import type { FillArgs, Held } from '../base/page-calls.ts';
import { oneLine } from './dom.ts';
import type { Refs } from './refs.ts';

export function held({ fields }: FillArgs, refs: Refs): Held[] {
  return fields.map(({ ref, value }) => {
    const element = refs.live(ref)?.element;
    if (element instanceof HTMLSelectElement) return isChosen(element, [value].flat().map(String)) ? 'given' : 'other';
    const text = element === undefined || typeof value !== 'string' ? undefined : textOf(element);
    // Drawn anew, or of a kind that says so itself.
    if (text === undefined || holdsText(text, String(value))) return 'given';
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

/** Fields write numbers, cards and names in their own way: only letters and digits count, where there are any. */
function holdsText(text: string, wanted: string): boolean {
  if (wanted === '') return text.trim() === '';
  const bare = (one: string) => one.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return bare(wanted) === '' ? text.includes(wanted.trim()) : bare(text).includes(bare(wanted));
}
