// Reads JSON from outside without throwing.
import { isRecord } from './error.ts';

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A number, or the number that a text spells; NaN for anything else. `Number` throws for objects such as {"toString": 1}. */
export function numberFrom(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/** A text, number or boolean as text; empty for anything else. `String` throws for the same objects as `Number`. */
export function textFrom(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The objects in an array; empty when the value is not an array. */
export function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
