// Descriptions of decoding problems.
import type { DecodeProblem } from '@sallyport/protocol';

const texts: Readonly<Record<DecodeProblem, string>> = {
  empty: 'a length of 0',
  'too-long': 'more than the limit',
  'broken-utf8': 'broken UTF-8',
  'broken-json': 'broken JSON',
};

export function describeProblem(problem: DecodeProblem, byteLength: number): string {
  return `${texts[problem]} (${byteLength} bytes)`;
}
