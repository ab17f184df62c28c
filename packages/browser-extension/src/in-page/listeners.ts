// Tells the page side which elements listen for a pointer, as frameworks note it at them; nothing of the page is replaced.
import type { Place } from '../base/facts.ts';
import { listenersKind } from '../base/hook-kinds.ts';
import type { Hook, PageWorld } from './page-world.ts';

/** What a walk through the page may take; later elements count as silent. */
const limits = { elements: 20_000, delegated: 500, found: 2_000 };

/** Events that say that an element is there to be pointed at. Too many boxes watch a pointer that only passes. */
const pointed =
  'click dblclick doubleclick contextmenu mousedown mouseup pointerdown pointerup touchstart dragstart tap';

/** In a document whose hooks have this name. It does nothing before the page side asks. Never rejects. */
export function tellListeners(world: PageWorld): (place: Place, name: string) => Promise<void> {
  return (place, name) => world.hookAs(name, place, listenersKind, install, pointed, limits).catch(() => {});
}

/** Injected as source text: it cannot use anything from this file. */
function install(name: string, pointedTypes: string, max: typeof limits): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return;
  page[name] = () => '';
  const types = new Set(pointedTypes.split(' '));
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  /** `onClick`, `onClickCapture`, `clickfalse`: frameworks have their own spelling. */
  const isPointed = (key: string) =>
    types.has(
      key
        .toLowerCase()
        .replace(/^on/, '')
        .replace(/(?:capture|true|false)$/, ''),
    );
  /** Props or handlers of React, Vue, Svelte, Preact and others: whatever an element keeps under the name of an event. */
  const listens = (record: unknown) =>
    isRecord(record) && Object.keys(record).some((key) => isPointed(key) && typeof record[key] === 'function');
  /** `$$click`, `__click` and `__zone_symbol__clickfalse` of Solid, Svelte and zone.js. */
  const prefixes = /^(?:\$\$|__zone_symbol__|__)/;
  const isHandler = (key: string, value: unknown) =>
    prefixes.test(key) && isPointed(key.replace(prefixes, '')) && value != null;

  function jqueryOf(value: unknown, element: Element, found: Set<Element>): void {
    const events = isRecord(value) && isRecord(value.events) ? value.events : {};
    for (const [type, handlers] of Object.entries(events)) {
      if (!isPointed(type) || !Array.isArray(handlers)) continue;
      for (const handler of handlers.slice(0, max.delegated)) {
        const selector: unknown = isRecord(handler) ? handler.selector : undefined;
        if (typeof selector !== 'string') found.add(element);
        else for (const one of [...element.querySelectorAll(selector)].slice(0, max.delegated)) found.add(one);
      }
    }
  }

  function look(element: Element, found: Set<Element>): void {
    const { onclick, ondblclick, onmousedown } = element as HTMLElement;
    if (onclick || ondblclick || onmousedown) found.add(element);
    for (const key of Reflect.ownKeys(element)) {
      const word = typeof key === 'symbol' ? (key.description ?? '') : key;
      const value: unknown = Reflect.get(element, key);
      if (/^jQuery\d/.test(word)) jqueryOf(value, element, found);
      else if (listens(value) || isHandler(word, value)) found.add(element);
    }
  }

  addEventListener(name, () => {
    const all = [...document.getElementsByTagName('*')].slice(0, max.elements);
    const found = new Set<Element>();
    for (const element of all) {
      try {
        look(element, found);
      } catch {
        // The page's own property or selector threw: the element counts as silent.
      }
    }
    const indices = all.flatMap((element, index) => (found.has(element) ? [index] : [])).slice(0, max.found);
    dispatchEvent(new CustomEvent(`${name}-told`, { detail: indices.join() }));
  });
}
