// Writes what an action changed, as a person would see it: new things with their refs, each change with its place.
import { limits } from '@sallyport/protocol';
import { tokensIn } from '../base/tokens.ts';
import { carryRefs } from './carried-refs.ts';
import { cut, domProperty, oneLine } from './dom.ts';
import { elementLine } from './element-line.ts';
import { takesText } from './fields.ts';
import { goneLine, goneWords } from './gone-line.ts';
import { byHolder, holderOf, holdersOf, type Parts } from './holders.ts';
import { type Item, isText } from './items.ts';
import { type Leaf, leavesOf, wordsIn } from './leaves.ts';
import { isInside, type NetChanges } from './net-changes.ts';
import { leadOf, placeOf } from './places.ts';
import { bareOrQuoted } from './quote.ts';
import { newPartsOf } from './redrawn-parts.ts';
import { type Compared, compare } from './redraws.ts';
import type { Refs } from './refs.ts';
import { isActionable, isNamedByContent, roleOf } from './roles.ts';
import { isSecret } from './secrets.ts';
import { isSeen, type Sight } from './sight.ts';
import { write } from './snapshot.ts';
import { fieldValue, statesOf } from './states.ts';
import { textChange } from './text-change.ts';
import { itemsOf } from './tree.ts';
import { isUnseen } from './unseen.ts';

export interface Witnessed {
  readonly net: NetChanges;
  readonly before: Sight;
  readonly target: Element | undefined;
  readonly given: ReadonlyMap<Element, unknown>;
  /** Fields that the browser refused to send, with what it says of them. */
  readonly refused: ReadonlyMap<Element, string>;
  readonly refs: Refs;
}

interface Change {
  readonly at: Node;
  /** The lines, of about that many tokens. */
  readonly write: (maxTokens: number) => readonly string[];
}

const ORDER_MEMBERS = 8;
const MEMBER_CHARS = 24;
/** A part that is cut to less than this says nothing. */
const MIN_PART_TOKENS = 60;

/** Lines within the budget, those near the target first. */
export function evidenceLines(witnessed: Witnessed): string[] {
  const { target } = witnessed;
  const around = target?.closest('form, dialog, fieldset, li, tr, section, main, [role]') ?? target;
  const changes = changesOf(witnessed);
  const isNear = ({ at }: Change) => around?.contains(at) === true;
  const lines = new Set<string>();
  let tokensLeft: number = limits.page.evidenceTokens;
  let omitted = 0;
  for (const change of [...changes.filter(isNear), ...changes.filter((one) => !isNear(one))]) {
    if (tokensLeft <= 0) omitted += 1;
    else {
      const own = change.write(Math.max(tokensLeft, MIN_PART_TOKENS));
      for (const line of own) lines.add(line);
      tokensLeft -= tokensIn(own.join('\n'));
    }
  }
  return omitted === 0 ? [...lines] : [...lines, `… ${omitted} more`];
}

function changesOf(witnessed: Witnessed): Change[] {
  const { net, before, target, given, refused, refs } = witnessed;
  const shown = shownApart(witnessed);
  const shownParts = new Set<Node>(shown);
  const fresh = new Set<Node>([...net.came, ...shown]);
  const isOld = (node: Node) => !fresh.has(node) && !isInside(node, fresh);
  const different = new Set([...net.states].filter(isSeen));
  for (const field of before.changedFields()) different.add(field);
  const isKnown = (element: Element) => element === target || holdsGiven(element, given.get(element));
  const isNews = (element: Element) => isOld(element) && !isKnown(element) && !isDeselected(element);
  const all = [
    ...[...refused].map(([field, message]) => refusedField(field, message, refs)),
    ...[...net.texts].filter(([node]) => isOld(node)).flatMap(([node, old]) => changedText(node, oneLine(old), refs)),
    ...[...different].filter(isNews).map((element) => changedElement(element, refs)),
    ...[...holdersOf(net)].flatMap(([holder, parts]) => redrawn(holder, parts, witnessed, shownParts)),
    ...[...sortedIn(net, before)].filter((element) => isOld(element) && isSeen(element)).flatMap(sorted),
    ...[...byHolder(shown)].map(([holder, parts]) => added(holder, () => itemsOf(parts), refs)),
    ...[...byHolder(before.hiddenSince())].flatMap(([holder, parts]) => gone(parts, holder)),
  ];
  return all.filter(({ at }) => !isInSecret(at) && (target === undefined || !isItsName(at, target)));
}

/** What is in another new part is told with that: a dialog's slots show what is elsewhere in the document. */
function shownApart({ net, before }: Witnessed): Element[] {
  const shown = before.shownSince();
  const parts = new Set<Node>([...shown, ...net.came]);
  return shown.filter((element) => !isInside(element, parts));
}

function holdsGiven(field: Element, given: unknown): boolean {
  return (
    typeof given === 'boolean' || (given !== undefined && fieldValue(field) === oneLine([given].flat().join(', ')))
  );
}

/** What was chosen instead says so. */
function isDeselected(element: Element): boolean {
  const state = choices.get(roleOf(element));
  return state !== undefined && !statesOf(element).includes(state);
}

const choices = new Map([
  ['option', 'selected'],
  ['radio', 'checked'],
  ['tab', 'selected'],
]);

/** What is typed into an edited element is text of the page, unless the element says that it is secret. */
function isInSecret(at: Node): boolean {
  const holder = (at instanceof Element ? at : at.parentElement)?.closest('[autocomplete]');
  return holder instanceof HTMLElement && holder.isContentEditable && isSecret(holder);
}

/** The target's own line has its name, and the value of an edited element as far as it is not cut. */
function isItsName(at: Node, target: Element): boolean {
  const role = roleOf(target);
  if (!target.contains(at)) return false;
  if (target instanceof HTMLElement && target.isContentEditable) return fieldValue(target)?.endsWith('…') !== true;
  return isNamedByContent(role) && target.querySelector('[role], button, li, input') === null;
}

function refusedField(field: Element, message: string, refs: Refs): Change {
  return { at: field, write: () => [`~ ${elementLine(field, refs)} invalid: ${bareOrQuoted(oneLine(message))}`] };
}

function changedElement(element: Element, refs: Refs): Change {
  const isEmptied = takesText(element) && fieldValue(element) === undefined;
  return { at: element, write: () => [`~ ${elementLine(element, refs)}${isEmptied ? ' = ""' : ''}`] };
}

/** A control is called by its text, and has a ref. */
function changedText(node: Text, old: string, refs: Refs): Change[] {
  const now = oneLine(node.data);
  const { parentElement } = node;
  if (old === now || parentElement === null || !isSeen(parentElement)) return [];
  const control = controlAround(parentElement);
  if (control !== undefined) return [changedElement(control, refs)];
  // Its place is looked for only if there is room for it.
  return [{ at: node, write: () => [changedLine(node, old, now, parentElement)] }];
}

function changedLine(node: Text, old: string, now: string, holder: Element): string {
  const place = placeOf(holder, new Set([node]));
  if (old === '') return `+ ${place}${bareOrQuoted(now)}`;
  if (now === '') return `- ${place}${goneWords(old)}`;
  const lead = leadOf(node);
  const said = place.includes(lead.trim()) ? '' : lead;
  return `~ ${place}${said}${textChange(old, now)}`;
}

function controlAround(element: Element): Element | undefined {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    const role = roleOf(around);
    if (isActionable(role) && isNamedByContent(role)) return around;
  }
  return undefined;
}

/** What came and went in one element. */
function redrawn(holder: Element, parts: Parts, { before, refs }: Witnessed, shown: ReadonlySet<Node>): Change[] {
  if (!isSeen(holder)) return [];
  const came = parts.came.filter((node) => isSeenNode(node, holder)).sort(inOrder);
  const left = parts.left.filter((node) => !wasHidden(node, holder, before));
  const olds = left.map((node) => leavesOf(node, (element) => before.wasHidden(element)));
  const nows = came.flatMap((node) => leavesOf(node, (element) => !isSeen(element)));
  const compared = compare(olds.flat(), nows);
  const { same, changed, fresh, moved } = compared;
  carryRefs(compared, olds.flat(), nows, refs);
  // It is told with the part that became visible.
  if (shown.has(holder) || isInside(holder, shown)) return [];
  const isNew = same.length + changed.length === 0;
  const items = isNew || fresh.size === 0 ? [] : itemsOf(came);
  const news = newPartsOf(items, nows, fresh);
  return [
    ...changed.flatMap(({ old, now }) => changedLeaf(old, now, refs)),
    ...news.changed.map(({ element }) => changedElement(element, refs)),
    ...(moved.length === 0 ? [] : sorted(commonHolder(moved.map(({ now }) => now.node)) ?? holder)),
    ...(isNew && came.length > 0 ? [added(holder, () => itemsOf(came), refs)] : []),
    ...news.added.map((list) => added(list[0]?.element ?? holder, () => list, refs)),
    ...gone(
      left.flatMap((node, at) => goneParts(node, olds[at] ?? [], compared)),
      holder,
    ),
  ];
}

function changedLeaf(old: Leaf, { node }: Leaf, refs: Refs): Change[] {
  return node instanceof Text ? changedText(node, old.key, refs) : [changedElement(node, refs)];
}

/** The whole, or what of it is not there anymore. */
function goneParts(node: Node, leaves: readonly Leaf[], compared: Compared): Node[] {
  if (leaves.every((leaf) => compared.gone.has(leaf))) return [node];
  const parts = leaves.filter((leaf) => compared.gone.has(leaf)).map((leaf) => leaf.node);
  return parts.filter((part) => !isInside(part, new Set(parts)));
}

function inOrder(one: Node, other: Node): number {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1;
}

function isSeenNode(node: Node, holder: Element): boolean {
  return node instanceof Element ? isSeen(node) : node instanceof Text && isSeen(holder);
}

function wasHidden(node: Node, holder: Element, before: Sight): boolean {
  return before.wasHidden(node instanceof Element ? node : holder);
}

/** The smallest element around all of them that has more than one part. */
function commonHolder([first, ...others]: readonly Node[]): Element | undefined {
  let around = first?.parentElement ?? undefined;
  const isTooSmall = (element: Element) =>
    domProperty(element, 'children').length < 2 || others.some((node) => !element.contains(node));
  while (around !== undefined && isTooSmall(around)) {
    around = around.parentElement ?? undefined;
  }
  return around;
}

function sortedIn({ moved }: NetChanges, before: Sight): Set<Element> {
  const holders = new Set([...moved.keys()].flatMap((element) => element.parentElement ?? []));
  const childrenOf = (element: Element) => [...domProperty(element, 'children')];
  const isFromElsewhere = (element: Element) =>
    childrenOf(element).some((child) => moved.has(child) && moved.get(child) !== child.parentElement);
  return new Set([...holders].filter((holder) => isFromElsewhere(holder) || before.isSorted(childrenOf(holder))));
}

/** Nothing for members without words: their order cannot be told. */
function sorted(element: Element): Change[] {
  const members = [...domProperty(element, 'children')]
    .filter(isSeen)
    .map((child) => cut(wordsIn(child), MEMBER_CHARS))
    .filter((words) => words !== '');
  if (members.length === 0) return [];
  const rest = members.length > ORDER_MEMBERS ? ' | …' : '';
  const order = members.slice(0, ORDER_MEMBERS).map(bareOrQuoted).join(' | ') + rest;
  return [{ at: element, write: () => [`~ ${placeOf(element, new Set())}order: ${order}`] }];
}

/**
 * `at` is the first of them, or what holds them all. They are read only if there is room for them: a page can add to
 * thousands of elements at once.
 */
function added(at: Element, read: () => readonly Item[], refs: Refs): Change {
  const writeLines = (maxTokens: number): string[] => {
    const items = read();
    const text = write(seenOnly(items), maxTokens, refs).text;
    if (text === '') return [];
    const place = placeOf(at === items[0]?.element ? (holderOf(at) ?? at) : at, new Set());
    return text.split('\n').map((line) => {
      if (/^[ …]/.test(line)) return `  ${line}`;
      return `+ ${place}${line.replace(/^text /, '').replace(/^-/, 'listitem')}`;
    });
  };
  return { at, write: writeLines };
}

/** Without what nobody sees, unless that is because the tab is hidden. */
function seenOnly(items: readonly Item[]): Item[] {
  if (document.visibilityState !== 'visible') return [...items];
  return items
    .filter((item) => !isText(item) || !isUnseen(item))
    .map((item) => (isText(item) ? item : { ...item, children: seenOnly(item.children) }));
}

function gone(nodes: readonly Node[], holder: Node): Change[] {
  const line = goneLine(nodes);
  return line === undefined
    ? []
    : [{ at: holder, write: (maxTokens) => [`- ${placeOf(holder, new Set())}${line(maxTokens)}`] }];
}
