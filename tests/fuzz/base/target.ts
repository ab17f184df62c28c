// What is fuzzed: a target makes inputs, and a subject takes them one by one and says what is wrong.
import { isRecord } from '@sallyport/protocol';
import type { Random } from './random.ts';

/** An input is JSON, so that it can be printed, kept in a file and made smaller without knowing the target. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Target {
  readonly name: string;
  readonly generate: (random: Random) => Json;
  readonly open: (programs: Programs) => Promise<Subject>;
}

export interface Subject {
  /** Rejects with what is wrong. Must take an input of any shape: it may come from a file. */
  feed(input: Json): Promise<void>;
  /** Of its processes by name, after a collection. A subject without processes runs in the worker. */
  memory?(): Promise<Readonly<Record<string, Memory>>>;
  close(): Promise<void>;
}

export interface Memory {
  readonly heapBytes: number;
  readonly residentBytes: number;
}

/** The bundles under test. */
export interface Programs {
  readonly gateway: string;
  readonly host: string;
}

/** The product did something that no input may make it do. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** Throws a Problem with this text unless the condition holds. */
export function must(condition: boolean, text: () => string): void {
  if (!condition) throw new Problem(text());
}

/** The text of a failure inside the product; it must not be reachable by bad input. */
const INTERNAL = /Something went wrong inside Sallyport|"code":"ERR_INTERNAL"/;

export function mustNotFail(answer: string): void {
  must(!INTERNAL.test(answer), () => `An internal error was answered: ${answer.slice(0, 300)}`);
}

/** The texts in a list of an input, whatever the input is. */
export function textsIn(input: Json, field: string): string[] {
  const value = fieldOf(input, field);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function textIn(input: Json, field: string): string {
  const value = fieldOf(input, field);
  return typeof value === 'string' ? value : '';
}

export function fieldOf(input: unknown, field: string): unknown {
  return isRecord(input) ? input[field] : undefined;
}
