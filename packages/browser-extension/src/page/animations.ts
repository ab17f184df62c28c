// Whether something on the page is still on its way: what opens or closes is often moved there first.

/** Longer ones are scenery. */
const MAX_MS = 800;

/** Colours and shadows that fade say nothing of what is where. */
const MOVING =
  /^(?:all|bottom|height|inset|left|margin|max-|min-|opacity|padding|right|rotate|scale|top|transform|translate|visibility|width)/;

/** A hidden page draws nothing, so there all of it arrives at once. */
export function isMoving(): boolean {
  const moving = document.getAnimations().filter(isOnItsWay);
  if (document.visibilityState === 'visible') return moving.length > 0;
  for (const animation of moving) arrive(animation);
  return false;
}

/** Whether the element, or what holds it, is still moved. */
export function isMoved(element: Element): boolean {
  return document.getAnimations().some((animation) => {
    const { effect } = animation;
    return effect instanceof KeyframeEffect && effect.target?.contains(element) === true && isOnItsWay(animation);
  });
}

function isOnItsWay(animation: Animation): boolean {
  if (animation.playState !== 'running') return false;
  if (animation instanceof CSSTransition && !MOVING.test(animation.transitionProperty)) return false;
  const { endTime } = animation.effect?.getComputedTiming() ?? {};
  return typeof endTime === 'number' && endTime <= MAX_MS;
}

/** Scripts wait for the events, which browsers send with a frame. */
function arrive(animation: Animation): void {
  animation.finish();
  const { effect } = animation;
  const target = effect instanceof KeyframeEffect ? effect.target : null;
  if (target === null) return;
  const elapsedTime = Number(effect?.getComputedTiming().activeDuration ?? 0) / 1000;
  const init = { bubbles: true, composed: true, elapsedTime };
  if (animation instanceof CSSTransition) {
    const { transitionProperty: propertyName } = animation;
    muteLater(target, 'transitionend', (event) => event.propertyName === propertyName);
    target.dispatchEvent(new TransitionEvent('transitionend', { ...init, propertyName }));
  } else if (animation instanceof CSSAnimation) {
    const { animationName } = animation;
    muteLater(target, 'animationend', (event) => event.animationName === animationName);
    target.dispatchEvent(new AnimationEvent('animationend', { ...init, animationName }));
  }
}

/** The browser's own event comes with the next frame, in a hidden page seconds later: scripts would hear of the same end twice. */
function muteLater<Type extends 'transitionend' | 'animationend'>(
  target: Element,
  type: Type,
  isSame: (event: HTMLElementEventMap[Type]) => boolean,
): void {
  const root = target.getRootNode();
  const mute = (event: Event): void => {
    // Only this type is listened for.
    if (!event.isTrusted || event.target !== target || !isSame(event as HTMLElementEventMap[Type])) return;
    event.stopImmediatePropagation();
    root.removeEventListener(type, mute, true);
  };
  root.addEventListener(type, mute, true);
}
