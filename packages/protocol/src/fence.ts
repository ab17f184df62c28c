// The fence around foreign text: what stands inside was written by others and is data, whatever it says.
import { visibleText } from './visible-text.ts';

/** From a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array;

/** The text without invisible characters, between two marks. */
export type Fence = (text: string) => string;

/**
 * A mark has 3, 6 or 9 digits, each three of them one token of o200k: as few as leave at least three of four marks that the
 * text cannot contain, however it was written, so that a free one is found soon.
 */
const SPARE = 4;

/** A new mark for each text. A page can neither guess it nor close the fence, since the mark is nowhere in the text. */
export function createFence(random: RandomBytes): Fence {
  return (text) => {
    const { text: visible, removed } = visibleText(text);
    const digits = [3, 6].find((count) => 10 ** count >= SPARE * visible.length) ?? 9;
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
