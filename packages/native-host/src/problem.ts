// Descriptions of decoding problems.
import { type DecodeProblem, limits, SallyportError } from '@sallyport/protocol';

const texts: Readonly<Record<DecodeProblem, string>> = {
  empty: 'a length of 0',
  'too-long': 'more than the limit',
  'broken-utf8': 'broken UTF-8',
  'broken-json': 'broken JSON',
};

/** JSON.parse takes any depth, JSON.stringify does not. */
export function tooDeep(): SallyportError {
  return new SallyportError(
    'ERR_PROTOCOL_ERROR',
    `A message may be nested ${limits.json.maxDepth} levels deep at most.`,
  );
}

export function describeProblem(problem: DecodeProblem, byteLength: number): string {
  return `${texts[problem]} (${byteLength} bytes)`;
}
