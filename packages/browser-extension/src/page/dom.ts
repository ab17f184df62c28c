// The document as it is composed and shown: shadow roots and slots followed, hidden parts left out.

/** As the browser defines it: a form has its fields as properties, so one with the name "children" hides its children. */
export function domProperty<Key extends keyof Element>(element: Element, key: Key): Element[Key] {
  return element instanceof HTMLFormElement ? Reflect.get(Element.prototype, key, element) : element[key];
}

/** Children in the order in which they are shown. */
export function composedChildren(node: Element | ShadowRoot): readonly Node[] {
  if (node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const shadow = node instanceof Element ? shadowOf(node) : null;
  return [
    ...(shadow === null && node instanceof Element ? domProperty(node, 'childNodes') : (shadow ?? node).childNodes),
  ];
}

/** What a node is shown in: its slot, its parent or the host of its shadow root. */
export function parentOf(node: Node): Node | null {
  if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
  const parent = node instanceof Element ? domProperty(node, 'parentNode') : node.parentNode;
  return parent ?? (node instanceof ShadowRoot ? node.host : null);
}

/** The viewport without its scroll bars. In quirks mode the root element is as high as its content, and the body as the view. */
export function viewSize(): { readonly width: number; readonly height: number } {
  const { clientWidth: width, clientHeight: height } = document.scrollingElement ?? document.documentElement;
  return { width, height };
}

/** As `checkVisibility`, which takes an element without a box of its own (`display: contents`) for hidden. */
export function isVisible(element: Element, options: CheckVisibilityOptions = {}): boolean {
  if (element.checkVisibility(options)) return true;
  const { display, visibility } = getComputedStyle(element);
  if (display !== 'contents' || (options.visibilityProperty === true && visibility !== 'visible')) return false;
  const around = parentOf(element);
  const parent = around instanceof ShadowRoot ? around.host : around;
  return parent instanceof Element && isVisible(parent, options);
}

const hosts = new Set('article aside blockquote body div footer header main nav p section span'.split(' '));

/** Also a closed one: a person sees its content. */
export function shadowOf(element: Element): ShadowRoot | null {
  const { shadowRoot, localName } = element;
  // Asking is slow, so only likely hosts are asked; a host without a slot has no children.
  const mayBeClosed = localName.includes('-') || (element.firstChild === null && hosts.has(localName));
  return shadowRoot ?? (mayBeClosed && element instanceof HTMLElement ? closedShadow(element) : null);
}

/** Chromium has a function for it, Firefox a property; a page's own world has neither. */
function closedShadow(element: HTMLElement): ShadowRoot | null {
  if (typeof chrome !== 'undefined' && chrome.dom !== undefined) return chrome.dom.openOrClosedShadowRoot(element);
  const root: unknown = Reflect.get(element, 'openOrClosedShadowRoot');
  return root instanceof ShadowRoot ? root : null;
}

export const neverShown: ReadonlySet<string> = new Set([
  'head',
  'link',
  'meta',
  'noscript',
  'script',
  'style',
  'template',
  'title',
]);

/** `subtree`: nothing in it is visible; `self`: only its own text is not. */
export function hiddenPart(element: Element, style: CSSStyleDeclaration): 'none' | 'self' | 'subtree' {
  if (neverShown.has(element.localName) || style.display === 'none') return 'subtree';
  if (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')) return 'subtree';
  return style.visibility === 'visible' ? 'none' : 'self';
}

export function isShown(element: Element): boolean {
  return hiddenPart(element, getComputedStyle(element)) === 'none';
}

/** On one line, with single spaces; control characters count as spaces too. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Cuts between code points and ends with an ellipsis. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Elements that `aria-owns` makes children of an element that is not their parent. */
export interface Owned {
  ownedBy(owner: Element): readonly Element[];
  isOwned(element: Element): boolean;
}

export function ownedIn(document: Document): Owned {
  const owners = new Map<Element, Element[]>();
  const owned = new Set<Element>();
  for (const owner of document.querySelectorAll('[aria-owns]')) {
    const elements = claimedBy(owner);
    // The first owner wins, and no element can be inside itself.
    const own = elements.filter((element) => !owned.has(element) && !element.contains(owner));
    for (const element of own) owned.add(element);
    owners.set(owner, own);
  }
  return { ownedBy: (owner) => owners.get(owner) ?? [], isOwned: (element) => owned.has(element) };
}

/** The elements that one element owns, regardless of other owners. */
export function ownedBy(owner: Element): readonly Element[] {
  return claimedBy(owner).filter((element) => !element.contains(owner));
}

/** A menu or list that a control opens is shown apart from the control, and does not belong to its name. */
function claimedBy(owner: Element): Element[] {
  const ids = owner.getAttribute('aria-owns') ?? '';
  if (ids === '' || owner.hasAttribute('aria-haspopup')) return [];
  return ids
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((id) => owner.ownerDocument.getElementById(id) ?? []);
}
