// Listeners on the browser's events that end together.

export interface BrowserEvent<Listener, Filter extends unknown[] = []> {
  addListener(listener: Listener, ...filter: Filter): void;
  removeListener(listener: Listener): void;
}

/** `close` ends its listening. */
export class Listeners {
  readonly #undo: (() => void)[] = [];

  on<Listener, Filter extends unknown[]>(
    event: BrowserEvent<Listener, Filter>,
    listener: Listener,
    ...filter: Filter
  ): void {
    event.addListener(listener, ...filter);
    this.#undo.push(() => event.removeListener(listener));
  }

  close(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }
}
