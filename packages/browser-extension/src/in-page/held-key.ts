// While the debugger's pointer holds the key that opens tabs behind, pages do not see it: the agent has not pressed it.
import type { Place } from '../base/facts.ts';
import type { NewTabKey } from '../base/platform.ts';
import type { Hook, PageWorld } from './page-world.ts';

export const heldKeyKind = 'key';

/** Whether the hook is in the page's own world. */
export async function beginHeldKey(world: PageWorld, place: Place, key: NewTabKey): Promise<boolean> {
  await world.hook(place, heldKeyKind, install, key);
  return world.isEntered(place);
}

export async function endHeldKey(world: PageWorld, place: Place): Promise<void> {
  await world.report(place, heldKeyKind, 'end');
}

/** Injected as source text: it cannot use anything from this file. */
function install(name: string, key: NewTabKey): void {
  const page = window as unknown as Record<string, Hook | undefined>;
  if (page[name] !== undefined) return;
  const { prototype } = MouseEvent;
  const property = key === 'Meta' ? 'metaKey' : 'ctrlKey';
  const own = Object.getOwnPropertyDescriptor(prototype, property);
  const ownState = prototype.getModifierState;
  if (own?.get === undefined) return;
  const read = own.get;

  /** The events of a release; the press comes without the key. */
  const isOfRelease = ({ isTrusted, type }: MouseEvent) =>
    isTrusted && (type === 'pointerup' || type === 'mouseup' || type === 'click' || type === 'dblclick');
  const hidden = function (this: MouseEvent): unknown {
    const isHeld: unknown = Reflect.apply(read, this, []);
    return isHeld === true && isOfRelease(this) ? false : isHeld;
  };
  const hiddenState = function (this: MouseEvent, wanted: string): boolean {
    return Reflect.apply(ownState, this, [wanted]) && !(wanted === key && isOfRelease(this));
  };
  Object.defineProperty(prototype, property, { ...own, get: hidden });
  prototype.getModifierState = hiddenState;

  const hook: Hook = () => {
    delete page[name];
    // A replacement by the page is kept.
    if (Object.getOwnPropertyDescriptor(prototype, property)?.get === hidden)
      Object.defineProperty(prototype, property, own);
    if (prototype.getModifierState === hiddenState) prototype.getModifierState = ownState;
    return '';
  };
  Object.defineProperty(window, name, { value: hook, configurable: true });
}
