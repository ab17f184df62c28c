// When a click on a question counts: not on a card, a window or a tab that has just appeared, moved or got the focus.
import { ASKING } from '../base/panel-state.ts';
import { elementById } from './parts.ts';

/** Nobody reads and answers faster. */
const CALM_MS = 400;
/** How often the place of the window is compared: often enough that a move within `CALM_MS` is seen. */
const PLACE_MS = 100;

export interface Calm {
  readonly isBusy: boolean;
  /** A click meant for what was there before must not answer what took its place. */
  begin(): void;
}

/** Starts watching at once. */
export function watchCalm(): Calm {
  const questions = elementById('questions');
  let calming = 0;
  let place = '';
  function begin(): void {
    questions.setAttribute('aria-busy', 'true');
    clearTimeout(calming);
    calming = window.setTimeout(() => questions.removeAttribute('aria-busy'), CALM_MS);
  }
  setInterval(() => {
    const now = `${window.screenX} ${window.screenY} ${window.innerWidth} ${window.innerHeight}`;
    if (place !== '' && now !== place) begin();
    place = now;
  }, PLACE_MS);
  document.addEventListener('visibilitychange', begin);
  // A page can lay a window of its own over ours, all but a button. The first click there brings ours to the front.
  if (location.hash === ASKING) window.addEventListener('focus', begin);
  return {
    get isBusy() {
      return questions.hasAttribute('aria-busy');
    },
    begin,
  };
}
