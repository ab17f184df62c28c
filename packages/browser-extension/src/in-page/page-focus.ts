// Without a debugger, pages hear during an action that they have the focus, that the focused element matches `:focus`, and scripts
// that move it get its events: browsers keep those back where the window has no focus, and editors and grids wait for them.
import type { Place } from '../base/facts.ts';
import type { Hook, PageWorld } from './page-world.ts';

export const focusKind = 'focus';

export function beginPageFocus(world: PageWorld, place: Place): Promise<void> {
  return world.hook(place, focusKind, install);
}

export async function endPageFocus(world: PageWorld, place: Place): Promise<void> {
  await world.report(place, focusKind, 'end');
}

/** Injected as source text: it cannot use anything from this file. */
function install(name: string): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return;

  const active = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element === document.body || element === document.documentElement ? null : element;
  };
  const withEvents = (move: () => void) => {
    const before = active();
    const listening = new AbortController();
    let isFired = false;
    const onEvent = ({ target }: Event) => {
      // A window has such events of its own.
      isFired ||= target instanceof Element;
    };
    for (const type of ['focus', 'blur'])
      window.addEventListener(type, onEvent, { capture: true, signal: listening.signal });
    move();
    listening.abort();
    const after = active();
    if (isFired || after === before) return;
    const events = [
      { type: 'blur', target: before, relatedTarget: after, bubbles: false },
      { type: 'focusout', target: before, relatedTarget: after, bubbles: true },
      { type: 'focus', target: after, relatedTarget: before, bubbles: false },
      { type: 'focusin', target: after, relatedTarget: before, bubbles: true },
    ];
    for (const { type, target, ...init } of events) {
      // A listener may move the focus on.
      if (after !== active()) return;
      target?.dispatchEvent(new FocusEvent(type, { ...init, composed: true, view: window }));
    }
  };

  const { prototype } = HTMLElement;
  const methods = (['focus', 'blur'] as const).map((method) => {
    const own = prototype[method];
    const replacement = function (this: HTMLElement, ...args: unknown[]) {
      withEvents(() => Reflect.apply(own, this, args));
    };
    prototype[method] = replacement;
    return { method, own, replacement };
  });
  const { matches } = Element.prototype;
  /** In a window without the focus nothing matches `:focus`, by which widgets look for their current item. */
  const matchesFocus = function (this: Element, selector: string): boolean {
    if (Reflect.apply(matches, this, [selector])) return true;
    if (selector !== ':focus' && selector !== ':focus-visible') return false;
    const root = this.getRootNode();
    return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === this;
  };
  // A `matches` that tells types apart.
  Element.prototype.matches = matchesFocus as typeof matches;
  const hasFocus = () => true;
  if (!Object.hasOwn(document, 'hasFocus'))
    Object.defineProperty(document, 'hasFocus', { value: hasFocus, configurable: true });

  const hook: Hook = () => {
    delete page[name];
    // A replacement by the page is kept.
    if (Element.prototype.matches === matchesFocus) Element.prototype.matches = matches;
    if (document.hasFocus === hasFocus) Reflect.deleteProperty(document, 'hasFocus');
    for (const { method, own, replacement } of methods) {
      if (prototype[method] === replacement) prototype[method] = own;
    }
    return '';
  };
  Object.defineProperty(window, name, { value: hook, configurable: true });
}
