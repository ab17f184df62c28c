// Finds elements that react to a pointer or key although their role does not tell: by cursor, attributes, listeners and scroll box.

import { domProperty } from './dom.ts';
import { wordsOutsideFields } from './field-texts.ts';
import { isBare } from './quote.ts';

/** The signs of an element that it reacts. */
export interface Reaction {
  /** The element reacts to a pointer or a key. */
  readonly isReactive: boolean;
  /** Its cursor tells; descendants inherit that cursor. */
  readonly hasCursor: boolean;
  readonly states: readonly string[];
}

const CURSORS =
  /(?:^|[ -])(?:alias|all-scroll|cell|context-menu|copy|crosshair|grab|grabbing|move|pointer|resize|zoom-in|zoom-out)$/;

/** Whether a cursor says that something can be done here. */
export function isInviting(cursor: string): boolean {
  return CURSORS.test(cursor);
}

/** Attributes that name an event or an action: HTML's own, and those of frameworks that read them from the document. */
const HANDLERS =
  /^(?:on(?:aux|dbl)?click|on(?:mouse|pointer|touch|key|drag|drop|contextmenu|input|change|wheel)[a-z]*|(?:data-)?ng-(?:(?:dbl)?click|mouse[a-z]+)|hx-(?:delete|get|patch|post|put)|jsaction|data-action|data-(?:bs-)?(?:dismiss|target|toggle)|(?:x-on:|v-on:|wire:|@)[a-z.]+)$/;

/** How far content must reach out of its box before there is something to scroll. */
const SCROLLED_PX = 8;
const SCROLLER_MIN_PX = 24;

/**
 * Cursors are inherited, so only one that differs from the parent's tells something about the element itself.
 * `style` is the computed one.
 */
export function reactionOf(
  element: Element,
  style: CSSStyleDeclaration,
  { inheritedCursor, isListening }: { readonly inheritedCursor: string; readonly isListening: boolean },
): Reaction {
  const { cursor } = style;
  const hasCursor = cursor !== inheritedCursor && isInviting(cursor);
  const scrolls = isScroller(element, style);
  if (!element.hasAttributes()) {
    const isReactive = hasCursor || isListening || element.localName === 'a';
    return { isReactive, hasCursor, states: scrolls ? ['scrollable'] : [] };
  }
  const isDraggable = element.getAttribute('draggable') === 'true';
  const isReactive = hasCursor || isListening || isDraggable || hasHandlers(element) || isPlaceholderLink(element);
  return {
    isReactive:
      isReactive || /^(?:none|pan)/.test(style.touchAction) || isHandle(element) || takesPointer(element, style),
    hasCursor,
    states: [...(isDraggable ? ['draggable'] : []), ...(scrolls ? ['scrollable'] : [])],
  };
}

/** Words of class names for what is there to be dragged; its cursor may come only with the pointer. */
const HANDLE = /(?:^|[-_])(?:grip|handle|resizer)(?:$|[-_])/;

function isHandle(element: Element): boolean {
  return element.firstChild === null && [...element.classList].some((token) => HANDLE.test(token));
}

/** A shape of a drawing that takes the pointer though what is around it does not, or on all of its area. */
function takesPointer(element: Element, { pointerEvents }: CSSStyleDeclaration): boolean {
  if (!(element instanceof SVGGeometryElement) || pointerEvents === 'none' || element.parentElement === null)
    return false;
  const around = getComputedStyle(element.parentElement).pointerEvents;
  return pointerEvents !== around && (pointerEvents !== 'auto' || around === 'none');
}

/** For an element whose role already tells. */
export const noReaction: Reaction = { isReactive: false, hasCursor: false, states: [] };

function hasHandlers(element: Element): boolean {
  return element.hasAttributes() && element.getAttributeNames().some((name) => HANDLERS.test(name));
}

/** An `<a>` without `href` is a button of old pages, unless it only marks a place. */
function isPlaceholderLink(element: Element): boolean {
  return element.localName === 'a' && !['href', 'id', 'name'].some((name) => element.hasAttribute(name));
}

function isScroller(element: Element, style: CSSStyleDeclaration): boolean {
  // Where one of both is not visible, the other is not either.
  const { overflowY } = style;
  if (overflowY === 'visible') return false;
  const { overflowX } = style;
  if (!mayScroll(overflowX) && !mayScroll(overflowY)) return false;
  const { clientHeight, clientWidth } = element;
  if (Math.min(clientHeight, clientWidth) < SCROLLER_MIN_PX) return false;
  return (
    (mayScroll(overflowY) && element.scrollHeight > clientHeight + SCROLLED_PX) ||
    (mayScroll(overflowX) && element.scrollWidth > clientWidth + SCROLLED_PX)
  );
}

function mayScroll(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

const NATIVE_CONTROLS =
  'a[href], area[href], audio[controls], button, details > summary:first-of-type, input:not([type="hidden" i]), select, textarea, video[controls]';

/** The browser makes it interactive, whatever its role attribute says. */
export function isNativeControl(element: Element): boolean {
  return element.matches(NATIVE_CONTROLS);
}

const UNIFORM_LIST_MIN = 3;

/** A box of like children, such as the stars of a rating: a user clicks a child, not the box. */
export function isUniformList(element: Element): boolean {
  const children = [...domProperty(element, 'children')];
  const [first] = children;
  if (first === undefined || children.length < UNIFORM_LIST_MIN) return false;
  const isAlike = children.every(
    ({ localName, classList }) => localName === first.localName && classList[0] === first.classList[0],
  );
  return (
    isAlike && ![...domProperty(element, 'childNodes')].some((node) => node instanceof Text && node.data.trim() !== '')
  );
}

const HINT_TOKENS = 3;
/** The line between two things often names both in its classes. */
const SHAPE_TOKENS = 6;

/** For an element without a name: its class names and id, which often tell what it shows and whether it is on. */
export function classHint(element: Element): string {
  const drawn = element.querySelector(':scope > img, :scope > svg, :scope > i, :scope > span') ?? element;
  const around = element instanceof SVGGeometryElement ? element.parentElement : null;
  const isAlone = around?.childElementCount === 1;
  const outer = isAlone ? [...around.classList] : [];
  const tokens = [...element.classList, ...drawn.classList, ...outer, domProperty(element, 'id')].filter(isWord);
  return [...new Set(tokens)].slice(0, isAlone ? SHAPE_TOKENS : HINT_TOKENS).join(' ');
}

const NEAR_LEVELS = 3;
const NEAR_CHILDREN = 12;
const NEAR_CHARS = 24;

/** The words next to an element that has none, such as the title of the box at whose edge it is; '' if they are many. */
export function nearWords(element: Element): string {
  if (element.firstChild !== null) return '';
  let around = element.parentElement;
  for (let level = 0; level < NEAR_LEVELS && around !== null; level += 1) {
    if (around.childElementCount > NEAR_CHILDREN) return '';
    const words = wordsOutsideFields(around);
    if (words !== '') return words.length <= NEAR_CHARS && NEAR.test(words) && isBare(words) ? words : '';
    around = around.parentElement;
  }
  return '';
}

/** Nothing that could pass for another part of the line. */
const NEAR = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u;

function isWord(token: string): boolean {
  return /^[A-Za-z][A-Za-z\d_-]{1,23}$/.test(token) && isBare(token);
}
