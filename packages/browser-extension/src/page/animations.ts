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
  const elapsedTime = Number(effect?.getComputedTiming().activeDuration ?? 0) / 1000;
  const init = { bubbles: true, composed: true, elapsedTime };
  if (animation instanceof CSSTransition) {
    target?.dispatchEvent(
      new TransitionEvent('transitionend', { ...init, propertyName: animation.transitionProperty }),
    );
  } else if (animation instanceof CSSAnimation) {
    target?.dispatchEvent(new AnimationEvent('animationend', { ...init, animationName: animation.animationName }));
  }
}
