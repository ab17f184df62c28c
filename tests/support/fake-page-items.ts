// Items of a page without a document, for tests of what is written and found.
import type { Item, PageNode, PageText } from '../../packages/browser-extension/src/page/items.ts';

/** Only kept for its ref; a document is needed to make a real one. */
function fakeElement(): PageNode['element'] {
  return { isConnected: true } as PageNode['element'];
}

export function node(
  role: string,
  name: string,
  children: readonly Item[] = [],
  rest: Partial<PageNode> = {},
): PageNode {
  const plain = { isInline: false, states: [], value: undefined, hasRef: false };
  return { element: fakeElement(), role, name, children, ...plain, ...rest };
}

export function button(name: string): PageNode {
  return node('button', name, [], { hasRef: true });
}

export function link(name: string, isInline = false): PageNode {
  return node('link', name, [], { hasRef: true, isInline });
}

export function text(words: string, isInline = false): PageText {
  return { text: words, element: fakeElement(), isInline };
}
