// The DOM driver's click: brings the element into view, checks what really lies there, and plays the pointer's events.
import type { ClickArgs, ClickResult } from './calls.ts';
import { cut, isShown } from './dom.ts';
import { nameOf } from './names.ts';
import { PageError } from './page-error.ts';
import type { Refs } from './refs.ts';
import { roleOf } from './roles.ts';
import { isDisabled } from './states.ts';

export function click(args: ClickArgs, refs: Refs): ClickResult {
  const { element, label } = refs.find(args.ref);
  const what = `${args.ref} (${label})`;
  if (isDisabled(element)) throw new PageError('ERR_TOOL_FAILED', `${what} is disabled.`, 'Do what enables it first.');
  const point = pointOn(element, what);
  const hit = hitAt(point);
  if (hit === undefined || !isPartOf(hit, element)) {
    throw new PageError(
      'ERR_TOOL_FAILED',
      `${what} is covered by ${hit === undefined ? 'something outside the page' : describe(hit)}.`,
      'Close or move what covers it, or click that.',
    );
  }
  return {
    target: label,
    pageVisible: document.visibilityState === 'visible',
    ...consequenceOf(() => playClick(hit, point)),
  };
}

/** What the page leaves to the browser to do: follow a link, send a form, open a tab. */
function consequenceOf(act: () => void): Pick<ClickResult, 'opens' | 'leads'> {
  let opens: string | undefined;
  let leads = false;
  function onClick(event: Event): void {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement) || !/^https?:/.test(link.href)) return;
    if (link.target !== '_blank') {
      leads ||= !isSameDocument(link);
      return;
    }
    // Nobody really clicked, so a browser would open the tab in front of the user, or block it as a pop-up.
    event.preventDefault();
    opens = link.href;
  }
  function onSubmit(event: Event): void {
    const form = event.target;
    leads ||= !event.defaultPrevented && form instanceof HTMLFormElement && form.method !== 'dialog';
  }
  // The window hears an event last, when the page's own listeners have had their say.
  window.addEventListener('click', onClick);
  window.addEventListener('submit', onSubmit);
  act();
  window.removeEventListener('click', onClick);
  window.removeEventListener('submit', onSubmit);
  return { leads, ...(opens === undefined ? {} : { opens }) };
}

function isSameDocument(link: HTMLAnchorElement): boolean {
  const [here, there] = [location.href, link.href].map((address) => address.replace(/#.*$/, ''));
  return here === there && link.hash !== '';
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of the first box of the element that has an area, after scrolling it into view. */
function pointOn(element: Element, what: string): Point {
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  if (box === undefined || !isShown(element)) {
    throw new PageError('ERR_TOOL_FAILED', `${what} is on the page but not shown.`, 'Open what holds it first.');
  }
  const { documentElement } = document;
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, documentElement.clientWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, documentElement.clientHeight)];
  if (left >= right || top >= bottom) {
    throw new PageError('ERR_TOOL_FAILED', `${what} cannot be scrolled into view.`);
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

function parentOf(node: Node): Node | null {
  if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
  return node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
}

function describe(element: Element): string {
  const role = roleOf(element);
  const name = cut(nameOf(element, role) || (element.textContent ?? '').replace(/\s+/g, ' ').trim(), 60);
  const id = element.id === '' ? '' : `#${element.id}`;
  return `${role === '' ? `<${element.localName}${id}>` : role}${name === '' ? '' : ` ${JSON.stringify(name)}`}`;
}

function playClick(target: Element, { x, y }: Point): void {
  const at = { bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y, detail: 1 };
  const pointer = { ...at, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  target.dispatchEvent(new PointerEvent('pointerover', pointer));
  target.dispatchEvent(new MouseEvent('mouseover', at));
  target.dispatchEvent(new PointerEvent('pointermove', pointer));
  target.dispatchEvent(new MouseEvent('mousemove', at));
  target.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  // A page that handles mousedown itself keeps the focus where it is, as with a real mouse.
  if (target.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1 }))) focusFrom(target);
  target.dispatchEvent(new PointerEvent('pointerup', pointer));
  target.dispatchEvent(new MouseEvent('mouseup', at));
  target.dispatchEvent(new MouseEvent('click', at));
}

/** The nearest element that takes the focus, or nobody. */
function focusFrom(target: Element): void {
  for (let node: Node | null = target; node !== null; node = parentOf(node)) {
    if (!(node instanceof HTMLElement)) continue;
    node.focus({ preventScroll: true });
    if (hasFocus(node)) return;
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Not `:focus`, which nothing matches in a hidden tab. */
function hasFocus(element: Element): boolean {
  const root = element.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
}
