// The document as it is composed and shown: shadow roots and slots followed, hidden parts left out.

/** Children in the order in which they are shown. */
export function composedChildren(node: Element | ShadowRoot): readonly Node[] {
  if (node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const { childNodes } = (node instanceof Element ? shadowOf(node) : null) ?? node;
  return [...childNodes];
}

/** What a node is shown in: its slot, its parent or the host of its shadow root. */
export function parentOf(node: Node): Node | null {
  if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
  return node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
}

const hosts = new Set('article aside blockquote body div footer header main nav p section span'.split(' '));

/** A closed one too: a person sees what it holds. */
export function shadowOf(element: Element): ShadowRoot | null {
  const { shadowRoot, localName } = element;
  // The question costs; without a slot of its own to fill, a closed host has no children.
  const mayBeClosed = localName.includes('-') || (element.firstChild === null && hosts.has(localName));
  return shadowRoot ?? (mayBeClosed && element instanceof HTMLElement ? closedShadow(element) : null);
}

/** Chromium has a function for it, Firefox a property; a page's own world has neither. */
function closedShadow(element: HTMLElement): ShadowRoot | null {
  if (typeof chrome !== 'undefined' && chrome.dom !== undefined) return chrome.dom.openOrClosedShadowRoot(element);
  const root: unknown = Reflect.get(element, 'openOrClosedShadowRoot');
  return root instanceof ShadowRoot ? root : null;
}

const neverShown = new Set(['head', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title']);

/** `subtree`: nothing in it shows; `self`: only its own text does not. */
export function hiddenPart(element: Element, style: CSSStyleDeclaration): 'none' | 'self' | 'subtree' {
  if (neverShown.has(element.localName) || style.display === 'none') return 'subtree';
  if (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')) return 'subtree';
  return style.visibility === 'visible' ? 'none' : 'self';
}

/** Smaller type than this is not for reading. */
const TYPE_MIN_PX = 2;
const SPECK_PX = 1;

/** Whether the text of an element is there for scripts and models but not for eyes: see-through, tiny, clipped or outside. */
export function isUnseen(element: Element): boolean {
  const style = getComputedStyle(element);
  if (Number.parseFloat(style.fontSize) < TYPE_MIN_PX || /^rgba\(.*, 0\)$/.test(style.color)) return true;
  if (!element.checkVisibility({ opacityProperty: true })) return true;
  const { right, bottom, width, height } = element.getBoundingClientRect();
  const isSpeck = style.overflow !== 'visible' && (width <= SPECK_PX || height <= SPECK_PX);
  // An element without a box of its own, as one whose children take its place, has no size to go by.
  return isSpeck || (width > 0 && (right + scrollX <= 0 || bottom + scrollY <= 0));
}

export function isShown(element: Element): boolean {
  return hiddenPart(element, getComputedStyle(element)) === 'none';
}

/** One line, single spaces, for whatever a reader may take for a line break. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Cuts between code points and says that it did. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** What `aria-owns` moves: elements that count as children of another one than the document says. */
export interface Owned {
  by(owner: Element): readonly Element[];
  has(element: Element): boolean;
}

export function ownedIn(document: Document): Owned {
  const owners = new Map<Element, Element[]>();
  const taken = new Set<Element>();
  for (const owner of document.querySelectorAll('[aria-owns]')) {
    const ids = (owner.getAttribute('aria-owns') ?? '').split(/\s+/).filter(Boolean);
    const elements = ids.flatMap((id) => document.getElementById(id) ?? []);
    // The first owner has it, and nothing can be inside itself.
    const own = elements.filter((element) => !taken.has(element) && !element.contains(owner));
    for (const element of own) taken.add(element);
    owners.set(owner, own);
  }
  return { by: (owner) => owners.get(owner) ?? [], has: (element) => taken.has(element) };
}

/** What an element moves into itself, where the whole document's order does not matter. */
export function ownedBy(owner: Element): readonly Element[] {
  const ids = owner.getAttribute('aria-owns');
  if (ids === null) return [];
  const owned = ids.split(/\s+/).flatMap((id) => owner.ownerDocument.getElementById(id) ?? []);
  return owned.filter((element) => !element.contains(owner));
}
