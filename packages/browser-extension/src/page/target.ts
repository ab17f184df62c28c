// From a ref to a point that one can act on: in view, shown, enabled, and not covered by something else.
import type { Point } from '../base/page-calls.ts';
import { cut, isShown, oneLine } from './dom.ts';
import { nameOf } from './names.ts';
import { elementError, invalid, type Named } from './page-error.ts';
import type { Refs } from './refs.ts';
import { roleOf } from './roles.ts';
import { fieldValue, isDisabled, statesOf } from './states.ts';

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

/** An element that may be acted on. */
export function targetOf(ref: string, refs: Refs): Target {
  const { element, label } = refs.find(ref);
  if (isDisabled(element)) {
    throw elementError('ERR_TOOL_FAILED', { ref, label }, 'is disabled.', 'Do what enables it first.');
  }
  return { element, ref, label };
}

/** The same, with the point where a pointer meets it. */
export function hitOf(ref: string, refs: Refs): Hit {
  const target = targetOf(ref, refs);
  const point = pointOn(target);
  const hit = hitAt(point);
  if (hit === undefined || !isPartOf(hit, target.element)) {
    throw elementError(
      'ERR_TOOL_FAILED',
      target,
      hit === undefined ? 'is covered by something outside the page.' : 'is covered by another element.',
      'Close or move what covers it, or click that.',
      hit === undefined ? undefined : `covered by ${describe(hit)}`,
    );
  }
  return { ...target, point, hit };
}

/** The middle of the first box of the element that has an area, after scrolling it into view. */
function pointOn(target: Target): Point {
  const { element } = target;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  if (box === undefined || !isShown(element)) {
    throw elementError('ERR_TOOL_FAILED', target, 'is on the page but not shown.', 'Open what holds it first.');
  }
  const { documentElement } = document;
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, documentElement.clientWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, documentElement.clientHeight)];
  if (left >= right || top >= bottom) {
    throw elementError('ERR_TOOL_FAILED', target, 'cannot be scrolled into view.');
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** The innermost element at a point, through open shadow roots. */
function hitAt({ x, y }: Point): Element | undefined {
  let hit = document.elementFromPoint(x, y) ?? undefined;
  for (let inner = innerHit(hit, x, y); inner !== undefined; inner = innerHit(hit, x, y)) hit = inner;
  return hit;
}

function innerHit(hit: Element | undefined, x: number, y: number): Element | undefined {
  const inner = hit?.shadowRoot?.elementFromPoint(x, y) ?? undefined;
  return inner === hit ? undefined : inner;
}

/** Inside the element, or in a label that passes its click on to it. */
function isPartOf(hit: Element, element: Element): boolean {
  for (let node: Node | null = hit; node !== null; node = parentOf(node)) {
    if (node === element) return true;
    if (node instanceof HTMLLabelElement && node.control === element) return true;
  }
  return false;
}

export function parentOf(node: Node): Node | null {
  if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
  return node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
}

/** Role and name for people and models; of an element without either, its tag. */
export function describe(element: Element): string {
  const role = roleOf(element);
  const text = fieldValue(element) === undefined ? oneLine(element.textContent ?? '') : '';
  const name = cut(nameOf(element, role) || text, DESCRIBED_CHARS);
  const id = element.id === '' ? '' : `#${element.id}`;
  return `${role === '' ? `<${element.localName}${id}>` : role}${name === '' ? '' : ` ${JSON.stringify(name)}`}`;
}

/** The same with states and value, as a line of a snapshot has them. */
export function describeNow(element: Element): string {
  const value = fieldValue(element);
  return [describe(element), ...statesOf(element), ...(value === undefined ? [] : [`= ${JSON.stringify(value)}`])].join(
    ' ',
  );
}

/** What has the focus, through open shadow roots. */
export function focused(): Element | undefined {
  let active = document.activeElement ?? undefined;
  for (let inner = active?.shadowRoot?.activeElement; inner; inner = inner.shadowRoot?.activeElement) active = inner;
  return active === document.body ? undefined : active;
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
    throw invalid('This is no CSS selector.');
  }
}
