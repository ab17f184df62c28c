// Random numbers that a page cannot foresee: of the isolated world, whose functions no page can replace.

/** The first snapshot of a page needs one for each ref. */
const DRAWN_AT_ONCE = 64;

/** Each call returns at least 0 and less than 1. */
export function randomNumbers(): () => number {
  const drawn: number[] = [];
  return () => {
    if (drawn.length === 0) drawn.push(...crypto.getRandomValues(new Uint32Array(DRAWN_AT_ONCE)));
    return (drawn.pop() ?? 0) / 2 ** 32;
  };
}
