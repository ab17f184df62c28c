// A set of listeners that are called in the order in which they were added.

export class Listeners<Args extends readonly unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Returns the function that removes it. */
  add(listener: (...args: Args) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Listeners that are added or removed during the call take effect afterwards. */
  tell(...args: Args): void {
    for (const listener of [...this.#all]) listener(...args);
  }

  clear(): void {
    this.#all.clear();
  }
}
