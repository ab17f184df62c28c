// Values that programs stumble over, as JSON text: a text can nest deeper than JSON.stringify, and repeat its keys.

import type { Random } from './random.ts';
import type { Json } from './target.ts';

const words = [
  '',
  ' ',
  '\0',
  '\n',
  '\r\n',
  '"',
  '\\',
  '\\"',
  "'",
  '`',
  '|',
  '…',
  '/',
  '//',
  '../..',
  'a'.repeat(300),
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e400',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '%s',
  '<b>',
  '</untrusted 1>',
  '\ud800',
  '\udc00x',
  '\ud83d\ude00',
  '\u200b',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ufffd',
  '\u0301',
  '\u3164',
  '\u034f',
  '\u{e0041}',
  '\u0085',
  'é',
  '٣',
  'https://example.com',
  'javascript:1',
  'file:///etc/passwd',
  '(a+)+$',
  '[',
  '(?<=',
  '%00',
  '%zz',
  'e1',
  '2025-11-25',
  '2026-07-28',
] as const;

const numbers = [
  '0',
  '-0',
  '-1',
  '0.5',
  '1e9',
  '2147483648',
  '9007199254740993',
  '1e308',
  '1e999',
  '-1e999',
  '1e-400',
] as const;
/** Objects that JavaScript does something with where a value is expected. */
const objects = [
  '{"toString":1}',
  '{"valueOf":null,"toString":null}',
  '{"toJSON":1}',
  '{"then":{}}',
  '{"length":4294967296}',
  '{"__proto__":{"type":"ping"}}',
  '{"constructor":{"prototype":{}}}',
] as const;
const depths = [3, 30, 255, 256, 257, 1000, 9000, 40_000] as const;
const lengths = [100, 1000, 5000, 20_000, 100_000] as const;

export function oddText(random: Random): string {
  if (random.chance(0.02)) {
    const word = random.pick(words);
    return word.repeat(Math.ceil(random.pick(lengths) / (word.length + 1)));
  }
  return random.several(1, random.pick([1, 1, 2, 6]), () => random.pick(words)).join(random.pick(['', ' ']));
}

/** Any JSON, as text. */
export function oddJson(random: Random, depth = 3): string {
  const kind = random.below(depth > 0 ? 10 : 5);
  if (kind === 0) return random.pick(['null', 'true', 'false']);
  if (kind < 3) return random.pick(numbers);
  if (kind < 5) return JSON.stringify(oddText(random));
  if (kind === 5 && random.chance(0.5)) return random.pick(objects);
  if (kind === 5 && random.chance(0.2)) return nested(random.pick(depths), random.chance(0.5));
  if (kind === 6 && random.chance(0.1))
    return `[${Array(random.pick([1000, 30_000]))
      .fill(random.pick(numbers))
      .join()}]`;
  const inner = random.several(0, 4, () => oddJson(random, depth - 1));
  if (kind < 8) return `[${inner.join()}]`;
  return `{${inner.map((value) => `${JSON.stringify(oddText(random))}:${value}`).join()}}`;
}

function nested(levels: number, isList: boolean): string {
  return isList ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

/** The sample with some of its parts replaced, dropped, repeated or joined by others, as text. */
export function mutated(random: Random, sample: Json, rate = 0.08): string {
  if (random.chance(rate)) return oddJson(random);
  if (Array.isArray(sample)) {
    const items = sample.flatMap((item) => (random.chance(rate) ? [] : [mutated(random, item, rate)]));
    if (random.chance(rate)) items.push(oddJson(random));
    return `[${items.join()}]`;
  }
  if (typeof sample !== 'object' || sample === null) return JSON.stringify(sample);
  const fields = Object.entries(sample).flatMap(([key, value]) => {
    if (random.chance(rate)) return [];
    const field = `${JSON.stringify(key)}:${mutated(random, value, rate)}`;
    return random.chance(rate / 4) ? [field, `${JSON.stringify(key)}:${oddJson(random, 1)}`] : [field];
  });
  if (random.chance(rate)) fields.push(`${JSON.stringify(oddText(random))}:${oddJson(random, 1)}`);
  return `{${fields.join()}}`;
}

/** The bytes, each as one character of the string, with a few of them changed, lost or doubled. */
export function damaged(random: Random, bytes: string): string {
  const at = random.below(bytes.length + 1);
  const end = at + random.pick([1, 1, 2, 8, 64]);
  const [before, part, after] = [bytes.slice(0, at), bytes.slice(at, end), bytes.slice(end)];
  const any = () => String.fromCharCode(random.below(256));
  const middle = random.pick([
    () => '',
    () => part + part,
    () => any(),
    () => part + any(),
    () => random.pick(['\n', '\r\n', '\0', '\xff', '\xc3', '\xed\xa0\x80', '"', '{']),
  ])();
  return before + middle + after;
}

/** UTF-8, each byte as one character. */
export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Cut into pieces, as a stream delivers them. */
export function pieces(random: Random, bytes: string): string[] {
  const cuts = random.several(0, 5, () => random.below(bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((start, at) => bytes.slice(start, cuts[at] ?? bytes.length));
}
