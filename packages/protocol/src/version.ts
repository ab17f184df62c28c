// The product's version, the wire's own version, and how two ends agree on one.
import { SallyportError } from './error.ts';

export const PRODUCT_VERSION = '0.1.0';

/** The lowest and the highest wire version that a part supports. */
export type WireRange = readonly [min: number, max: number];

export const WIRE: WireRange = [1, 1];

/** One end of a connection in the version check. */
export interface WireParty {
  /** For error messages: "the native host", "the browser extension". */
  readonly name: string;
  readonly wire: WireRange;
  readonly version: string;
  /** How to update this part. */
  readonly update: string;
}

/** The highest wire version that both support. Throws ERR_VERSION_MISMATCH with the older part and how to update it. */
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
