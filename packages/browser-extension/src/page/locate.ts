// Finds the element that an agent names by its visible text: the smallest that has it.
import { limits } from '@sallyport/protocol';
import type { LocateArgs, Located } from '../base/page-calls.ts';
import { cut, oneLine } from './dom.ts';
import { isToggle, takesText } from './fields.ts';
import { type Item, isText, type PageNode, type PageText } from './items.ts';
import { lineOf, nodeRef, type RefOf, textLine } from './lines.ts';
import { isPicked } from './picked.ts';
import { quoted } from './quote.ts';
import type { Refs } from './refs.ts';
import { isNamedByContent } from './roles.ts';
import { shownWith } from './shown-words.ts';
import { isReadOnly } from './states.ts';
import { describe } from './target.ts';
import { pageItems } from './tree.ts';
import { isUnseen } from './unseen.ts';

interface Match {
  readonly item: Item;
  readonly holder: PageNode | undefined;
  /** The whole text before a part of it, things to act on before words: the lowest wins. */
  readonly rank: number;
}

const PART = 2;
const WORDS = 1;

export function locate({ text, wants }: LocateArgs, refs: Refs): Located {
  const items = pageItems();
  const wanted = plain(text);
  const named = matchesIn(items, wanted, (node) => mayMean(node, wants), wants);
  // A field that takes no text says itself what to do with it.
  const found = named.length > 0 || wants === 'any' ? named : matchesIn(items, wanted, isOtherField, wants);
  if (found.length === 0 && wants === 'any') return locateShown(text, refs);
  const rank = found.reduce((lowest, match) => Math.min(lowest, match.rank), Number.POSITIVE_INFINITY);
  const best = found.filter((match) => match.rank === rank);
  const refOf: RefOf = (element, label) => refs.refOf(element, label);
  const hits = best.slice(0, limits.page.findHits).map((match) => hitOf(match, refOf));
  for (const { ref } of hits) refs.name(ref, { text, isWhole: rank < PART });
  return { rank, total: best.length, hits };
}

/** What a snapshot has no line for. */
function locateShown(text: string, refs: Refs): Located {
  const shown = shownWith(text);
  const whole = shown.filter(({ words }) => plain(words) === plain(text));
  const [best, rank] = whole.length > 0 ? [whole, WORDS] : [shown, PART + WORDS];
  const hits = best.slice(0, limits.page.findHits).map(({ element, words }) => {
    const ref = refs.refOf(element, describe(element));
    refs.name(ref, { text, isWhole: rank < PART });
    return { ref, line: `text ${quoted(cut(words, limits.page.textMaxChars))} ${ref}` };
  });
  return { rank, total: best.length, hits };
}

/** In lower case, on one line. */
function plain(text: string): string {
  return oneLine(text).toLowerCase();
}

function matchesIn(
  items: readonly Item[],
  wanted: string,
  isMeant: (node: PageNode) => boolean,
  wants: LocateArgs['wants'],
): Match[] {
  const matches: Match[] = [];
  function look(list: readonly Item[], holder: PageNode | undefined): void {
    for (const item of list) {
      const inside = isText(item) || wants === 'field' ? [] : matchingParts(item, wanted);
      matches.push(...inside);
      if (inside.length > 0) continue;
      const words = plain(isText(item) ? item.text : isMeant(item) ? item.name : '');
      if (words.includes(wanted) && !(isText(item) && (wants === 'field' || isUnseen(item)))) {
        const piece = isText(item) ? pieceOf(item, wanted) : item;
        const isWhole = words === wanted || (isText(piece) && plain(piece.text) === wanted);
        const isActing = isText(item) ? holder?.hasRef === true : item.hasRef;
        matches.push({ item: piece, holder, rank: (isWhole ? 0 : PART) + (isActing ? 0 : WORDS) });
      }
      if (!isText(item)) look(item.children, item);
    }
  }
  look(items, undefined);
  return matches;
}

/** The texts of a large box, such as a canvas full of nodes, that have it: the middle of the box is none of them. */
function matchingParts(holder: PageNode, wanted: string): Match[] {
  const { element, name, parts = [] } = holder;
  if (plain(name) === wanted || parts.length < 2) return [];
  return parts
    .map((part) => pieceOf(part, wanted))
    .filter((piece) => piece.element !== element && plain(piece.text).includes(wanted) && !isUnseen(piece))
    .map((item) => ({ item, holder, rank: plain(item.text) === wanted ? 0 : PART }));
}

/** Whether an agent may mean it by its name: a dialog's name is a text in it. */
function mayMean({ element, role, hasRef }: PageNode, wants: LocateArgs['wants']): boolean {
  if (wants === 'any') return hasRef || role === 'img' || isNamedByContent(role.replace(/ \d$/, ''));
  const isChosen =
    element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && element.type === 'file');
  return isChosen || isToggle(element) || isPicked(element) || takesText(element);
}

/** One that is read-only, or a list of the page's own. */
function isOtherField({ element, role }: PageNode): boolean {
  return isReadOnly(element) || ['combobox', 'listbox', 'slider', 'spinbutton'].includes(role);
}

/** The first piece of a line that has it, else all of it in the element around its pieces. */
function pieceOf(item: PageText, wanted: string): PageText {
  const { pieces = [] } = item;
  const piece = pieces.find(({ text }) => plain(text).includes(wanted));
  if (piece !== undefined || pieces.length === 0) return piece ?? item;
  let { element } = item;
  while (pieces.some((one) => !element.contains(one.element)) && element.parentElement !== null)
    element = element.parentElement;
  return { ...item, element };
}

function hitOf({ item, holder }: Match, refOf: RefOf): Located['hits'][number] {
  const around =
    holder === undefined ? '' : ` in ${lineOf({ ...holder, states: [], value: undefined, hasRef: false }, refOf)}`;
  if (!isText(item)) return { ref: nodeRef(item, refOf), line: `${lineOf({ ...item, hasRef: true }, refOf)}${around}` };
  const line = textLine(item, cut(oneLine(item.text), limits.page.textMaxChars), refOf);
  // It ends with the ref, and the words before it are quoted.
  return { ref: line.slice(line.lastIndexOf(' ') + 1), line: `text ${line}${around}` };
}
