// Detects what the browser will do after an action: follow a link, submit a form, open a tab or the file picker.
import type { Following, Landing } from '../base/page-calls.ts';
import type { Refs } from './refs.ts';
import { describe } from './target.ts';

const INPUT_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'beforeinput', 'input'] as const;

/** A call that is sent with a key comes within some milliseconds. Nobody answers a dialog as fast. */
const JUST_MS = 10;
const MIDDLE = 1;
const RIGHT = 2;

/** Listens from `begin` to `end`. */
export class Consequence {
  readonly #refs: Refs;
  #listening = new AbortController();
  #opens: string | undefined;
  #chooser: HTMLInputElement | undefined;
  #willNavigate = false;
  #inputReceived = false;
  #keysReleased = 0;
  #releasedAt = 0;

  constructor(refs: Refs) {
    this.#refs = refs;
  }

  get isInputReceived(): boolean {
    return this.#inputReceived;
  }

  /** Whether so many keys have come from outside the page, and the last one just went up: a dialog may have waited since. */
  hasJustReleased(keys: number): boolean {
    return this.#keysReleased >= keys && performance.now() - this.#releasedAt <= JUST_MS;
  }

  begin(): void {
    this.end();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener('keyup', this.#onRelease, { capture: true, signal });
    for (const type of INPUT_EVENTS) window.addEventListener(type, this.#onInput, { capture: true, signal });
    // On the window, so the page's own listeners run first.
    window.addEventListener('click', this.#onClick, { signal });
    window.addEventListener('auxclick', this.#onClick, { signal });
    window.addEventListener('contextmenu', this.#onMenu, { signal });
    window.addEventListener('submit', this.#onSubmit, { signal });
  }

  end(): Landing {
    this.#listening.abort();
    const landing = {
      inputReceived: this.#inputReceived,
      willNavigate: this.#willNavigate,
      opens: this.#opens,
      chooser: this.#fileInput(),
    };
    this.#opens = undefined;
    this.#chooser = undefined;
    this.#willNavigate = false;
    this.#inputReceived = false;
    this.#keysReleased = 0;
    return landing;
  }

  #fileInput(): Landing['chooser'] {
    const field = this.#chooser;
    return field && { ref: this.#refs.refOf(field, describe(field)), multiple: field.multiple };
  }

  /** One is enough: a text has three for each key. */
  readonly #onInput = ({ isTrusted }: Event): void => {
    if (!isTrusted) return;
    this.#inputReceived = true;
    for (const type of INPUT_EVENTS) window.removeEventListener(type, this.#onInput, { capture: true });
  };

  readonly #onRelease = ({ isTrusted }: Event): void => {
    if (!isTrusted) return;
    this.#keysReleased += 1;
    this.#releasedAt = performance.now();
  };

  readonly #onClick = (event: MouseEvent): void => {
    const [target] = event.composedPath();
    if (!event.defaultPrevented && target instanceof HTMLInputElement && target.type === 'file') {
      // The file picker would open in front of the user and block the page.
      event.preventDefault();
      this.#chooser = target;
    }
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement) || event.button === RIGHT) return;
    this.#willNavigate ||= link.hasAttribute('download');
    if (!/^https?:/.test(link.href) || link.hasAttribute('download')) return;
    const opensNewTab = event.button === MIDDLE || event.ctrlKey || event.metaKey || event.shiftKey;
    if (link.target !== '_blank' && !opensNewTab) {
      this.#willNavigate ||= !isSameDocument(link);
      return;
    }
    // A browser would open the tab in front of the user, or block it as a pop-up.
    event.preventDefault();
    this.#opens = link.href;
  };

  /** The context menu would open in front of the user. */
  readonly #onMenu = (event: Event): void => event.preventDefault();

  readonly #onSubmit = (event: SubmitEvent): void => {
    const form = event.target;
    this.#willNavigate ||= !event.defaultPrevented && form instanceof HTMLFormElement && form.method !== 'dialog';
  };
}

export function consequenceOf(refs: Refs, act: () => void): Following {
  const consequence = new Consequence(refs);
  consequence.begin();
  try {
    act();
    const { inputReceived: _, ...rest } = consequence.end();
    return rest;
  } finally {
    consequence.end();
  }
}

function isSameDocument(link: HTMLAnchorElement): boolean {
  const [here, there] = [location.href, link.href].map((address) => address.replace(/#.*$/, ''));
  return here === there && link.hash !== '';
}
