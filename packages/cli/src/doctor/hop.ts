// What the doctor says of one hop, and how it reads what a gateway says of them.
import { isRecord, type JsonObject } from '@sallyport/protocol';

export interface Hop {
  readonly name: string;
  /** `idle` is not there now and need not be: the next hop starts it when somebody needs it. */
  readonly state: 'sound' | 'idle' | 'broken';
  readonly detail: string;
  readonly fix?: string;
}

export function broken(name: string, detail: string, fix?: string): Hop {
  return { name, state: 'broken', detail, ...(fix === undefined ? {} : { fix }) };
}

export function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
