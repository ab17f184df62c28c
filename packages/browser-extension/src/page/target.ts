// Finds the point where a ref's element can be clicked: in view, visible, enabled, and not covered by something else.
import type { Box, Point } from '../base/page-calls.ts';
import { isCutOff } from './cut-off.ts';
import { cut, domProperty, isShown, isVisible, oneLine, parentOf, shadowOf, viewSize } from './dom.ts';
import { wordsOutsideFields } from './field-texts.ts';
import { leavesOf, wordsIn } from './leaves.ts';
import { labelsOf, nameOf } from './names.ts';
import { isOwnCover } from './own-cover.ts';
import { elementError, invalid, type Named, type PageError, unusable } from './page-error.ts';
import { quoted } from './quote.ts';
import type { GivenName, Refs } from './refs.ts';
import { isActionable, roleOf } from './roles.ts';
import { pointsAlong, withStroke } from './shape-points.ts';
import { fieldValue, isDisabled, statesOf } from './states.ts';
import { bringFrameIntoView, bringIntoView } from './view.ts';

/** `label` is role and name as the snapshot had them. */
export interface Target extends Named {
  readonly element: Element;
}

export interface Hit extends Target {
  readonly point: Point;
  /** What lies at the point: the element or something inside it. */
  readonly hit: Element;
}

const DESCRIBED_CHARS = 60;
/** A link over many lines has a box in each; a few are enough to find a point to click. */
const MAX_BOXES = 4;

/** The element of a ref; throws if it is disabled. */
export function targetOf(ref: string, refs: Refs): Target {
  const { element, label } = refs.find(ref);
  const name = refs.nameOf(ref);
  if (name !== undefined && !hasText(element, name)) {
    throw elementError(
      'ERR_TOOL_FAILED',
      { ref, label },
      'does not have the given text anymore.',
      'Take a new snapshot.',
    );
  }
  if (isDisabled(element)) {
    throw unusable({ ref, label }, 'is disabled.', 'Do what enables it first.');
  }
  return { element, ref, label };
}

function hasText(element: Element, { text, isWhole }: GivenName): boolean {
  const wanted = oneLine(text).toLowerCase();
  const leaves = leavesOf(element, () => false).filter(({ kind }) => kind === 'text');
  const texts = [
    nameOf(element, roleOf(element)),
    wordsIn(element),
    wordsOutsideFields(element),
    ...leaves.map(({ key }) => key),
  ];
  return texts
    .map((one) => oneLine(one).toLowerCase())
    .some((one) => (isWhole ? one === wanted : one.includes(wanted)));
}

/** The same, with the point to click. Scrolls only if the element is out of view or covered, and never to a given point. */
export function hitOf(ref: string, refs: Refs, at?: Point): Hit {
  const target = targetOf(ref, refs);
  if (at !== undefined) return { ...target, ...hitExactly(target, at) };
  const parts = clickedParts(target);
  for (const part of parts) {
    bringFrameIntoView(part);
    const seenAt = hitIn(part);
    if (seenAt !== undefined) return { ...target, ...seenAt };
    bringIntoView(part);
    const found = hitIn(part) ?? anyHitIn(part);
    if (found !== undefined) return { ...target, ...found };
  }
  throw outOfReach(target, parts, refs);
}

/** The same without scrolling. */
export function hitInView(target: Target, refs: Refs): Hit {
  const parts = clickedParts(target);
  for (const part of parts) {
    const found = hitIn(part) ?? anyHitIn(part);
    if (found !== undefined) return { ...target, ...found };
  }
  throw outOfReach(target, parts, refs);
}

function outOfReach(target: Target, parts: readonly Element[], refs: Refs): PageError {
  const [point] = parts.flatMap(middlesOf);
  if (point === undefined) return unusable(target, 'cannot be scrolled into view.');
  const hit = hitAt(point);
  if (hit !== undefined && parts.some((part) => isCutOff(part, point))) {
    const hint = 'Scroll or enlarge what holds it, or reach it by keys.';
    return unusable(target, 'lies outside the visible part of what holds it.', hint);
  }
  return unusable(
    target,
    hit === undefined ? 'is covered by something outside the page.' : 'is covered by another element.',
    'Close or move what covers it, or click that.',
    hit === undefined ? undefined : `covered by ${describe(hit)} ${refs.refOf(hit, describe(hit))}`,
  );
}

/** The element, and its labels, which people click if the control itself is invisible or covered. */
function clickedParts(target: Target): Element[] {
  const { element } = target;
  const labels = 'labels' in element ? labelsOf(element) : [];
  const parts = [element, ...labels].filter(
    (part) => boxesOf(part).length > 0 && isVisible(part, { visibilityProperty: true }),
  );
  if (parts.length > 0) return parts;
  const inside = partInside(element);
  if (inside !== undefined) return [inside];
  throw unusable(target, 'is on the page but not shown.', 'Open what holds it first.');
}

/** How much of a box without a size is looked through. */
const MAX_INSIDE = 100;

/** What a person sees of a box without a size: the first thing that reaches out of it. */
function partInside(element: Element): Element | undefined {
  if (!isShown(element)) return undefined;
  const inside = [...element.querySelectorAll('*')].slice(0, MAX_INSIDE);
  return inside.find((part) => boxesOf(part).length > 0 && isVisible(part, { visibilityProperty: true }));
}

function boxesOf(element: Element): DOMRect[] {
  return [...element.getClientRects()]
    .map((box) => withStroke(element, box))
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** The parts of its boxes that are in the viewport. */
function areasOf(element: Element): DOMRect[] {
  const view = viewSize();
  return boxesOf(element).flatMap(({ left, right, top, bottom }) => {
    const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
    const [width, height] = [Math.min(right, view.width) - x, Math.min(bottom, view.height) - y];
    return width > 0 && height > 0 ? [new DOMRect(x, y, width, height)] : [];
  });
}

function middlesOf(element: Element): Point[] {
  return areasOf(element).map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
}

function hitIn(element: Element): Pick<Hit, 'point' | 'hit'> | undefined {
  const [point] = middlesOf(element);
  return point && hitOn(element, point);
}

/** If its middle is covered or cut off, any other visible point is good enough, as for a person. */
function anyHitIn(element: Element): Pick<Hit, 'point' | 'hit'> | undefined {
  const parts = [1 / 2, 1 / 6, 5 / 6];
  for (const point of pointsAlong(element)) {
    const found = hitOn(element, point);
    if (found !== undefined) return found;
  }
  for (const { x, y, width, height } of areasOf(element).slice(0, MAX_BOXES)) {
    for (const down of parts) {
      for (const across of parts) {
        const found = hitOn(element, { x: x + width * across, y: y + height * down });
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

function hitOn(element: Element, point: Point): Pick<Hit, 'point' | 'hit'> | undefined {
  const hit = hitAt(point);
  return hit !== undefined && isPartOf(hit, element) ? { point, hit } : undefined;
}

function hitExactly(target: Target, { x, y }: Point): Pick<Hit, 'point' | 'hit'> {
  const found = hitOn(target.element, { x, y });
  if (found !== undefined) return found;
  throw elementError('ERR_TOOL_FAILED', target, 'is no longer at that point.', 'Take a new annotated_screenshot.');
}

/** What a person sees of the element, or of its label, in the viewport now. */
export function seenBox(element: Element): Box | undefined {
  const labels = 'labels' in element ? labelsOf(element) : [];
  const part = [element, ...labels].find((one) => isShown(one) && (hitIn(one) ?? anyHitIn(one)) !== undefined);
  const [area] = part === undefined ? [] : areasOf(part);
  return area && { x: area.x, y: area.y, width: area.width, height: area.height };
}

/** Whether a person sees its middle now. */
export function isInView(element: Element): boolean {
  return hitIn(element) !== undefined;
}

/** The innermost element at a point, through shadow roots. */
export function hitAt({ x, y }: Point): Element | undefined {
  let hit = document.elementFromPoint(x, y) ?? undefined;
  for (let inner = innerHit(hit, x, y); inner !== undefined; inner = innerHit(hit, x, y)) hit = inner;
  return hit;
}

function innerHit(hit: Element | undefined, x: number, y: number): Element | undefined {
  const inner = hit === undefined ? undefined : (shadowOf(hit)?.elementFromPoint(x, y) ?? undefined);
  return inner === hit ? undefined : inner;
}

/** Inside the element, or where a click has the same effect: its label, the control of a label, the host that slots it. */
export function isPartOf(hit: Element, element: Element): boolean {
  if (element instanceof HTMLLabelElement && element.control === hit) return true;
  if (isSlotOf(hit, element) || isDrawnOver(hit, element) || isOwnCover(hit, element)) return true;
  for (let node: Node | null = hit; node !== null; node = parentOf(node)) {
    if (node === element) return true;
    if (node instanceof HTMLLabelElement && node.control === element) return true;
  }
  return false;
}

/** How far above a field the box is that draws it. */
const WRAPPER_DEPTH = 4;

/** Words or an arrow that a drawn field shows over its input: both lie in one box that is clickable as a whole. */
function isDrawnOver(hit: Element, element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || isActionable(roleOf(hit))) return false;
  // A list is opened by a click anywhere on its box, whatever the pointer looks like there.
  const isList = element.readOnly && roleOf(element) === 'combobox';
  const maxPx = element.getBoundingClientRect().height * 2;
  if (!isList && cursorOf(hit) !== 'pointer') return false;
  let box = element.parentElement;
  for (let depth = 0; box !== null && depth < WRAPPER_DEPTH; depth += 1) {
    if (isList ? box.getBoundingClientRect().height > maxPx : cursorOf(box) !== 'pointer') return false;
    if (box.contains(hit)) return true;
    box = box.parentElement;
  }
  return false;
}

function cursorOf(element: Element): string {
  return getComputedStyle(element).cursor;
}

/** The slot that shows the element, or that slot's host: `elementFromPoint` returns them for slotted content without a box. */
function isSlotOf(hit: Element, { assignedSlot }: Element): boolean {
  if (assignedSlot === null) return false;
  const root = assignedSlot.getRootNode();
  return hit === assignedSlot || (root instanceof ShadowRoot && root.host === hit);
}

/** Role and name; for an element without a role, its tag. */
export function describe(element: Element): string {
  const role = roleOf(element);
  const text = fieldValue(element) === undefined ? wordsIn(element) : '';
  const name = cut(nameOf(element, role) || text, DESCRIBED_CHARS);
  const ownId = domProperty(element, 'id');
  const id = ownId === '' ? '' : `#${ownId}`;
  return `${role === '' ? `<${element.localName}${id}>` : role}${name === '' ? '' : ` ${quoted(name)}`}`;
}

/** The same with states and value, as a line of a snapshot has them. */
export function describeNow(element: Element): string {
  const value = fieldValue(element);
  return [describe(element), ...statesOf(element), ...(value === undefined ? [] : [`= ${quoted(value)}`])].join(' ');
}

/** The focused element, also inside shadow roots. */
export function focused(): Element | undefined {
  let active = document.activeElement ?? undefined;
  for (let inner = innerFocus(active); inner !== undefined; inner = innerFocus(active)) active = inner;
  // Firefox may name the root where nothing has the focus.
  return active === document.body || active === document.documentElement ? undefined : active;
}

function innerFocus(active: Element | undefined): Element | undefined {
  return active === undefined ? undefined : (shadowOf(active)?.activeElement ?? undefined);
}

/** For clients that name elements by CSS. */
export function pick({ selector }: { readonly selector: string }, refs: Refs): string {
  const element = firstMatch(selector);
  if (element === null) {
    throw invalid('No element matches the selector.', 'A snapshot shows what is there.');
  }
  return refs.refOf(element, describe(element));
}

function firstMatch(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    throw invalid('This is not a CSS selector.');
  }
}
