// The fence around page text in a reply: what stands inside was written by others and is data, whatever it says.
import { withoutUnseen } from '../../base/plain-text.ts';

const MARK_CHARS = 4;
const BASE = 36;

/** Between 0 and 1, as Math.random. */
export type Random = () => number;

/** One fence for each reply. A page cannot close it, for its mark stands nowhere in the text. */
export function fenced(text: string, random: Random = Math.random): string {
  const { text: plain, removed } = withoutUnseen(text);
  let mark = newMark(random);
  while (plain.includes(mark)) mark = newMark(random);
  const flag = removed === 0 ? '' : ` ${removed} invisible characters left out`;
  return `<untrusted ${mark}${flag}>\n${plain}\n</untrusted ${mark}>`;
}

function newMark(random: Random): string {
  const number = Math.floor(random() * BASE ** MARK_CHARS);
  return number.toString(BASE).padStart(MARK_CHARS, '0');
}
