// What remains of many mutation records: nodes that came, went or moved, and texts and states that are different now.
import { parentOf } from './dom.ts';

export interface NetChanges {
  /** New to the page, each without what is inside another. */
  readonly came: readonly Node[];
  /** What is not on the page anymore, and where it was. */
  readonly left: ReadonlyMap<Node, Element>;
  /** What was taken out of the page and put in again, and where it was. */
  readonly moved: ReadonlyMap<Element, Node>;
  /** Texts that have changed, and what they were. */
  readonly texts: ReadonlyMap<Text, string>;
  /** Elements of which one of the watched attributes is different now. */
  readonly states: ReadonlySet<Element>;
  /** All watched attributes that were set, as they were before. */
  readonly attributes: ReadonlyMap<Element, ReadonlyMap<string, string | null>>;
}

export function netChanges(records: readonly MutationRecord[], isState: (attribute: string) => boolean): NetChanges {
  const came = new Set<Node>();
  /** What was there before, by what held it. */
  const removals = new Map<Node, Node>();
  const texts = new Map<Text, string>();
  const attributes = new Map<Element, Map<string, string | null>>();
  for (const { type, target, addedNodes, removedNodes, oldValue, attributeName } of records) {
    if (type !== 'attributes' && isInTextArea(target)) continue;
    if (type === 'characterData' && target instanceof Text && !texts.has(target)) texts.set(target, oldValue ?? '');
    if (type === 'attributes' && target instanceof Element) {
      const before = attributes.get(target) ?? new Map<string, string | null>();
      if (!before.has(attributeName ?? '')) before.set(attributeName ?? '', oldValue);
      attributes.set(target, before);
    }
    for (const node of addedNodes) if (!removals.has(node)) came.add(node);
    for (const node of removedNodes) {
      if (!came.has(node) && !removals.has(node)) removals.set(node, target);
    }
  }
  return {
    came: [...came].filter((node) => node.isConnected && !isInside(node, came)),
    left: leftOf(removals, came),
    moved: movedOf(removals),
    texts: new Map([...texts].filter(([node, old]) => node.isConnected && !came.has(node) && node.data !== old)),
    states: new Set([...attributes].filter((entry) => isDifferent(entry, isState)).map(([element]) => element)),
    attributes,
  };
}

/** The text there is what the field holds at first: a value, which is told of the field. */
function isInTextArea(node: Node): boolean {
  return node instanceof HTMLTextAreaElement || node.parentNode instanceof HTMLTextAreaElement;
}

export function isInside(node: Node, nodes: ReadonlySet<Node>): boolean {
  for (let around = parentOf(node); around !== null; around = parentOf(around)) if (nodes.has(around)) return true;
  return false;
}

function isDifferent(
  [element, before]: readonly [Element, ReadonlyMap<string, string | null>],
  isState: (attribute: string) => boolean,
): boolean {
  const isChanged = ([name, value]: readonly [string, string | null]) =>
    isState(name) && element.getAttribute(name) !== value;
  return element.isConnected && [...before].some(isChanged);
}

function leftOf(removals: ReadonlyMap<Node, Node>, came: ReadonlySet<Node>): Map<Node, Element> {
  const left = new Map<Node, Element>();
  const removed = new Set(removals.keys());
  for (const node of removed) {
    const holder = node.isConnected || isInside(node, removed) ? undefined : holderOf(node, removals);
    if (holder !== undefined && !came.has(holder)) left.set(node, holder);
  }
  return left;
}

/** The nearest that is still on the page: what held the node may have been removed after it. */
function holderOf(node: Node, removals: ReadonlyMap<Node, Node>): Element | undefined {
  let holder: Node | undefined = removals.get(node);
  while (holder !== undefined && !holder.isConnected) {
    holder = removals.get(holder) ?? parentOf(holder) ?? undefined;
  }
  return holder instanceof ShadowRoot ? holder.host : holder instanceof Element ? holder : undefined;
}

function movedOf(removals: ReadonlyMap<Node, Node>): Map<Element, Node> {
  const moved = new Map<Element, Node>();
  for (const [node, holder] of removals) if (node instanceof Element && node.isConnected) moved.set(node, holder);
  return moved;
}
