// The fence around text that others wrote: what is inside is data, not instructions.
import { visibleText } from './visible-text.ts';

/** Cryptographically strong. */
export type RandomBytes = (count: number) => Uint8Array;

/** The text without invisible characters, between two marks. */
export type Fence = (text: string) => string;

/**
 * A mark has 3, 6 or 9 digits, one o200k token for each three: the fewest for which the text, by its length, can contain at
 * most a quarter of all marks. So an unused one is found after a few attempts.
 */
const MARKS_PER_CHAR = 4;

/** Uses a new mark for each text. A page cannot guess it, and cannot close the fence, since the text does not contain it. */
export function createFence(random: RandomBytes): Fence {
  return (text) => {
    const { text: visible, removed } = visibleText(text);
    const digits = [3, 6].find((count) => 10 ** count >= MARKS_PER_CHAR * visible.length) ?? 9;
    let mark = newMark(random, digits);
    while (visible.includes(mark)) mark = newMark(random, digits);
    const note = removed === 0 ? '' : ` ${removed} invisible characters removed`;
    return `<untrusted ${mark}${note}>\n${visible}\n</untrusted ${mark}>`;
  };
}

function newMark(random: RandomBytes, digits: number): string {
  const number = random(4).reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % 10 ** digits).padStart(digits, '0');
}
