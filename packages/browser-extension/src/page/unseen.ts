// The mark of text that a person would not see.
import { cut, oneLine } from './dom.ts';
import type { PageNode, PageText } from './items.ts';
import { bareOrQuoted, quoted } from './quote.ts';
import { isActionable } from './roles.ts';

export const UNSEEN = '(hidden)';

export function isUnseen({ text, element, visibility }: PageText): boolean {
  return visibility !== undefined && oneLine(text) !== '' && visibility.isHidden(element);
}

/** The words of a text of which something cannot be seen; undefined where all of it can. */
export function withMarks(item: PageText, maxChars: number): string | undefined {
  const pieces = (item.pieces ?? [item]).filter(({ text }) => oneLine(text) !== '');
  const hidden = pieces.map(isUnseen);
  if (!hidden.includes(true)) return undefined;
  if (!hidden.includes(false)) return `${UNSEEN} ${bareOrQuoted(cut(item.text, maxChars))}`;
  // Quotes say where it ends.
  const words = pieces.map(({ text }, at) => {
    const shown = cut(oneLine(text), maxChars);
    return hidden[at] ? `${UNSEEN} ${quoted(shown)}` : bareOrQuoted(shown);
  });
  return words.join(' ');
}

/**
 * Whether the text that a thing is named by cannot be seen. A control that is seen by its picture may have a text for those
 * who hear the page: that is its name.
 */
export function isNameUnseen({ role, element, nameTexts = [] }: PageNode): boolean {
  const texts = nameTexts.flatMap((item) => item.pieces ?? [item]).filter(({ text }) => oneLine(text) !== '');
  if (texts.length === 0 || !texts.every(isUnseen)) return false;
  return !isActionable(role) || texts.some(({ visibility }) => visibility?.isHidden(element) === true);
}
