// Keys that follow each other without a pause, of which a few are on their way at once: the browser keeps their order.

/** When the page turns out to be another one, no more than these have gone out after it was last seen to be the same. */
const KEYS_AT_ONCE = 8;

export class KeyStream {
  readonly #underWay = new Set<Promise<void>>();
  #failure: { readonly thrown: unknown } | undefined;

  /** Resolves when there is room for another key. Throws what an earlier one failed with. */
  async room(): Promise<void> {
    if (this.#underWay.size >= KEYS_AT_ONCE) await Promise.race(this.#underWay);
    this.#throwFailure();
  }

  /** To be called when there is room. */
  send(key: Promise<unknown>): void {
    const sent: Promise<void> = key.then(
      () => void this.#underWay.delete(sent),
      (thrown: unknown) => {
        this.#underWay.delete(sent);
        this.#failure ??= { thrown };
      },
    );
    this.#underWay.add(sent);
  }

  /** Resolves when all have arrived. */
  async arrived(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.thrown;
  }
}
