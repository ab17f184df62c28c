// Words that a person sees and that are in no line of a snapshot: those of an editor, or that a control only shows to the eye.
import { oneLine } from './dom.ts';
import { keepsText, wordsOutsideFields } from './field-texts.ts';
import { Visibility } from './visibility.ts';

export interface Shown {
  readonly element: Element;
  readonly words: string;
}

/** The smallest elements that show the text, in the order of the page. Case does not count. */
export function shownWith(text: string): Shown[] {
  const wanted = oneLine(text).toLowerCase();
  const visibility = new Visibility();
  const found: Shown[] = [];
  /** Whether something in it matches, whether or not it can be seen. */
  function look(element: Element): boolean {
    if (
      keepsText(element) ||
      !oneLine(element.textContent ?? '')
        .toLowerCase()
        .includes(wanted)
    )
      return false;
    if ([...element.children].filter(look).length > 0) return true;
    const words = wordsOutsideFields(element);
    if (!words.toLowerCase().includes(wanted)) return false;
    const holders = [element, ...element.querySelectorAll('*')].filter(hasWords);
    if (element.checkVisibility() && holders.some((holder) => !visibility.isHidden(holder)))
      found.push({ element, words });
    return true;
  }
  if (document.body !== null) look(document.body);
  return found;
}

function hasWords({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
}
