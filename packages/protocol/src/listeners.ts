// Who wants to be told of something: each is added once, told in order, and leaves by the function it was given.

export class Listeners<Args extends readonly unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Returns the function that ends it. */
  add(listener: (...args: Args) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Whoever comes or leaves meanwhile does not change who is told. */
  tell(...args: Args): void {
    for (const listener of [...this.#all]) listener(...args);
  }

  clear(): void {
    this.#all.clear();
  }
}
