// The document as it is composed and shown: shadow roots and slots followed, hidden parts left out.

/** Children in the order in which they are shown. */
export function composedChildren(node: Element | ShadowRoot): readonly Node[] {
  if (node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const { childNodes } = (node instanceof Element ? node.shadowRoot : null) ?? node;
  return [...childNodes];
}

const neverShown = new Set(['head', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title']);

/** `subtree`: nothing in it shows; `self`: only its own text does not. */
export function hiddenPart(element: Element, style: CSSStyleDeclaration): 'none' | 'self' | 'subtree' {
  if (neverShown.has(element.localName) || style.display === 'none') return 'subtree';
  if (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert')) return 'subtree';
  return style.visibility === 'visible' ? 'none' : 'self';
}

export function isShown(element: Element): boolean {
  return hiddenPart(element, getComputedStyle(element)) === 'none';
}

/** One line, single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Cuts between code points and says that it did. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
