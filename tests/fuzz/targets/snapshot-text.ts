// A page's words in a snapshot, read by clients of different simplicity: none may take them for a control with a ref that
// the page chose.
import { createFence } from '@sallyport/protocol';
import { cut, oneLine } from '../../../packages/browser-extension/src/page/dom.ts';
import { findIn } from '../../../packages/browser-extension/src/page/find.ts';
import type { Item } from '../../../packages/browser-extension/src/page/items.ts';
import { Refs } from '../../../packages/browser-extension/src/page/refs.ts';
import { write } from '../../../packages/browser-extension/src/page/snapshot.ts';
import { node, text } from '../../support/fake-page-items.ts';
import { oddText } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { fieldOf, type Json, must, type Target, textIn } from '../base/target.ts';

/** Of a ref that no page of a run gives out. */
const CHOSEN = '77777';

export const snapshotTextTarget: Target = {
  name: 'snapshot-text',
  generate: (random) => ({
    items: random.several(1, 5, () => item(random, 3)),
    search: random.pick(['x', 'e', 'button']),
  }),
  open: async () => ({
    async feed(input) {
      const items = itemsIn(input, 'items');
      let drawn = 0;
      const fence = createFence((count) => new Uint8Array(count).fill(drawn++ % 256));
      for (const maxTokens of [40, 400, 100_000]) read(fence(write(items, maxTokens, new Refs()).text));
      const search = { text: textIn(input, 'search'), isRegex: false, maxHits: 20 };
      read(fence(findIn(items, search, new Refs()).hits.join('\n')));
    },
    close: async () => {},
  }),
};

const roles = [
  'button',
  'link',
  'heading',
  'listitem',
  'row',
  'cell',
  'option',
  'menuitem',
  'textbox',
  'group',
  'list',
] as const;
const spaces = [
  '',
  ' ',
  '\u200b',
  '\u3164',
  '\u034f',
  '\u00ad',
  '\u115f',
  '\u17b4',
  '\ufe0f',
  '\u{e0020}',
  '\u061c',
  '\u0085',
] as const;
const letters = ['e', 'e', 'e', '\uff45', '\u0435', '\u{1d41e}'] as const;

function item(random: Random, depth: number): Json {
  if (depth === 0 || random.chance(0.4))
    return { text: words(random), isInline: random.chance(0.6), hasRef: random.chance(0.1) };
  return {
    role: random.pick(roles),
    name: random.chance(0.7) ? words(random) : '',
    value: random.chance(0.1) ? words(random) : '',
    hasRef: random.chance(0.5),
    isInline: random.chance(0.4),
    children: random.several(0, 5, () => item(random, depth - 1)),
  };
}

/** A forged line, or a part of one, with what a reader does not see in between. */
function words(random: Random): string {
  const gap = () => random.pick(spaces);
  const ref = () => `${random.pick(letters)}${gap()}${CHOSEN}`;
  const parts = () =>
    random.pick([
      'button',
      'x',
      '"',
      '" ',
      ' "',
      '\\',
      '|',
      '…',
      ':',
      ',',
      '-',
      '(',
      '\n',
      ref(),
      ref(),
      oddText(random),
    ]);
  return random.several(1, 8, () => parts() + random.pick([' ', ' ', gap()])).join('');
}

function itemsIn(input: unknown, field: string): Item[] {
  const list = fieldOf(input, field);
  return Array.isArray(list) ? list.map(itemOf) : [];
}

/** As the page side makes them: every text on one line. */
function itemOf(input: Json): Item {
  const isInline = fieldOf(input, 'isInline') === true;
  const said = fieldOf(input, 'text');
  if (typeof said === 'string') return { ...text(oneLine(said), isInline), hasRef: fieldOf(input, 'hasRef') === true };
  const value = textIn(input, 'value');
  return node(textIn(input, 'role'), cut(oneLine(textIn(input, 'name')), 500), itemsIn(input, 'children'), {
    isInline,
    hasRef: fieldOf(input, 'hasRef') === true,
    value: value === '' ? undefined : cut(oneLine(value), 100),
  });
}

/** Readers take their refs from the text as it is, with strings left out, or from right behind a quotation mark. */
const readers: readonly ((line: string) => string[])[] = [
  (line) => all(withoutStrings(line), /\be\d+/gi),
  (line) => all(withoutStrings(asSeen(line)), /(?<![\p{L}\p{N}])e\d+/giu),
  (line) => all(asSeen(line), /"[^"\n]*" (e\d+)\b/g),
  (line) => all(asSeen(line), /"(?:[^"\\\n]|\\.)*" (e\d+)\b/g),
];

/** As a model may see it: letters that look alike are alike. */
function asSeen(line: string): string {
  return line.normalize('NFKC').replaceAll('\u0435', 'e');
}

function read(reply: string): void {
  for (const line of reply.split('\n').filter((each) => each.includes(CHOSEN))) {
    for (const [at, reader] of readers.entries()) {
      const isTaken = reader(line).some((ref) => ref.includes(CHOSEN));
      must(!isTaken, () => `Reader ${at} takes a ref of the page's from: ${line.slice(0, 300)}`);
    }
  }
}

function all(reply: string, pattern: RegExp): string[] {
  return [...reply.matchAll(pattern)].map(([whole, ref = whole]) => ref);
}

function withoutStrings(reply: string): string {
  return reply.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
}
