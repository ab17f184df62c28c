// The fence around foreign text: what stands inside was written by others and is data, whatever it says.
import { visibleText } from './visible-text.ts';

/** From a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array;

/** The text without invisible characters, between two marks. */
export type Fence = (text: string) => string;

/**
 * Nine digits are three tokens of o200k, so that a pair costs 16, and there are more such marks than any text has places:
 * one that the text does not contain is always found.
 */
const MARK_DIGITS = 9;

/** A new mark for each text. A page can neither guess it nor close the fence, since the mark is nowhere in the text. */
export function createFence(random: RandomBytes): Fence {
  return (text) => {
    const { text: visible, removed } = visibleText(text);
    let mark = newMark(random);
    while (visible.includes(mark)) mark = newMark(random);
    const note = removed === 0 ? '' : ` ${removed} invisible characters removed`;
    return `<untrusted ${mark}${note}>\n${visible}\n</untrusted ${mark}>`;
  };
}

function newMark(random: RandomBytes): string {
  const number = random(4).reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % 10 ** MARK_DIGITS).padStart(MARK_DIGITS, '0');
}
