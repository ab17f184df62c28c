// Lets the page side ask the hooks of its document by events, which are answered at once.
import { limits } from '@sallyport/protocol';
import type { Place } from '../base/facts.ts';
import { bridgeKind } from '../base/hook-kinds.ts';
import type { Hook, PageWorld } from './page-world.ts';

export function installBridge(world: PageWorld, place: Place): Promise<void> {
  return world.hook(place, bridgeKind, install, bridgeKind, limits.page.reportMaxChars);
}

/** Injected as source text: it cannot use anything from this file. */
function install(name: string, kind: string, maxChars: number): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return;
  Object.defineProperty(window, name, { value: () => '', configurable: true });
  const prefix = name.slice(0, -kind.length);
  window.addEventListener(name, (event) => {
    try {
      const [hook, verb] = String((event as CustomEvent).detail).split(' ');
      const report: unknown = page[`${prefix}${hook}`]?.(verb ?? '');
      if (typeof report !== 'string' || report.length > maxChars) return;
      window.dispatchEvent(new CustomEvent(`${name}-told`, { detail: report }));
    } catch {
      // The page has put something else in a hook's place: it reports nothing.
    }
  });
}
