// Whether what stands in the way of an action may be over in a moment: the page is still opening something.
const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };

/** What an action has opened may be on its way for so long: timers of hidden tabs take a second. */
const ACTION_MS = 1_500;
/** So long after a page has loaded, its libraries may still draw it. */
const LOAD_MS = 3_000;
/** The next try comes much sooner, or not at all. */
const NEXT_TRY_MS = 500;

export class Opening {
  #observer: MutationObserver | undefined;
  #hasChanged = false;

  /** To be asked again after each try. */
  isUnderWay(sinceActionMs: number): boolean {
    if (sinceActionMs < ACTION_MS) return true;
    if (sinceLoadMs() > LOAD_MS) return false;
    // A page that has changed nothing since the try before is drawn.
    const mayGoOn = this.#observer === undefined || this.#hasChanged;
    this.#observe();
    return mayGoOn;
  }

  #observe(): void {
    this.#hasChanged = false;
    if (this.#observer !== undefined) return;
    const observer = new MutationObserver(() => {
      this.#hasChanged = true;
    });
    observer.observe(document, OBSERVED);
    this.#observer = observer;
    setTimeout(() => {
      observer.disconnect();
      this.#observer = undefined;
    }, NEXT_TRY_MS);
  }
}

function sinceLoadMs(): number {
  const [entry] = performance.getEntriesByType('navigation');
  return performance.now() - (entry instanceof PerformanceNavigationTiming ? entry.loadEventEnd : 0);
}
