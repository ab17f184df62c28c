// Without a debugger, pages hear during an action that they have the focus: editors take no input where they do not.
import type { Place } from '../base/facts.ts';
import type { Hook, PageWorld } from './page-world.ts';

const KIND = 'focus';

export function beginPageFocus(world: PageWorld, place: Place): Promise<void> {
  return world.hook(place, KIND, install);
}

export async function endPageFocus(world: PageWorld, place: Place): Promise<void> {
  await world.report(place, KIND, 'end');
}

/** Injected as source text: it cannot use anything from this file. */
function install(name: string): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined || Object.hasOwn(document, 'hasFocus')) return;
  const hasFocus = () => true;
  Object.defineProperty(document, 'hasFocus', { value: hasFocus, configurable: true });
  const hook: Hook = () => {
    delete page[name];
    // A replacement by the page is kept.
    if (document.hasFocus === hasFocus) Reflect.deleteProperty(document, 'hasFocus');
    return '';
  };
  Object.defineProperty(window, name, { value: hook, configurable: true });
}
