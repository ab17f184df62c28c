// Whether something on the page is still on its way: what opens or closes is often moved there first.

/** Longer ones are scenery. */
const MAX_MS = 800;

/** Colours and shadows that fade say nothing of what is where. */
const MOVING =
  /^(?:all|bottom|height|inset|left|margin|max-|min-|opacity|padding|right|rotate|scale|top|transform|translate|visibility|width)/;

/** A hidden page draws nothing, so there the end of a transition cannot be awaited. */
export function isMoving(): boolean {
  return document.visibilityState === 'visible' && document.getAnimations().some(isOnItsWay);
}

function isOnItsWay(animation: Animation): boolean {
  if (animation.playState !== 'running') return false;
  if (animation instanceof CSSTransition && !MOVING.test(animation.transitionProperty)) return false;
  const { endTime } = animation.effect?.getComputedTiming() ?? {};
  return typeof endTime === 'number' && endTime <= MAX_MS;
}
