// The product's version and the private wire's own version, with the rule by which two ends agree on one.
import { SallyportError } from './error.ts';

export const PRODUCT_VERSION = '0.1.0';

/** The lowest and the highest version of the private wire that a part can speak. */
export type WireRange = readonly [min: number, max: number];

export const WIRE: WireRange = [1, 1];

/** What a part says of itself when two of them meet. */
export interface WireParty {
  /** As a person would name it: "the native host", "the browser extension". */
  readonly name: string;
  readonly wire: WireRange;
  readonly version: string;
  /** The command or click that brings this part up to date. */
  readonly update: string;
}

/** The highest wire version both speak; throws ERR_VERSION_MISMATCH naming the older part and its remedy. */
export function agreeOnWire(ours: WireParty, theirs: WireParty): number {
  const highest = Math.min(ours.wire[1], theirs.wire[1]);
  if (highest >= Math.max(ours.wire[0], theirs.wire[0])) return highest;
  const [older, newer] = ours.wire[1] < theirs.wire[1] ? [ours, theirs] : [theirs, ours];
  throw new SallyportError(
    'ERR_VERSION_MISMATCH',
    `${older.name} (${older.version}) is too old for ${newer.name} (${newer.version}).`,
    { hint: older.update, data: { older: older.wire, newer: newer.wire } },
  );
}

export function isWireRange(value: unknown): value is WireRange {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((n) => Number.isInteger(n) && n > 0) &&
    value[0] <= value[1]
  );
}
