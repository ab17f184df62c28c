// Whether a click does the same while the key is held that opens links in tabs behind.
import { parentOf } from './dom.ts';

/** False where the browser itself reads the key: links, forms and fields, editors, players. */
export function isKeyNeutral(hit: Element): boolean {
  for (let node: Node | null = hit; node !== null; node = parentOf(node)) {
    if (node instanceof Element && readsKey(node)) return false;
  }
  return true;
}

function readsKey(element: Element): boolean {
  if (element instanceof HTMLButtonElement) return element.form !== null && element.type !== 'button';
  if (element instanceof HTMLInputElement) return element.type !== 'button';
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  return element.matches('a, area, audio, embed, iframe, label, object, option, select, summary, textarea, video');
}
