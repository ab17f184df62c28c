// Which thing of a reply is meant: by its name and what stands before it, as whoever reads the reply would choose.
import type { Item } from './product.ts';
import type { Target } from './task.ts';

export interface ReadReply {
  readonly reply: string;
  readonly items: readonly Item[];
}

/** Of what holds much more than the words nobody would think that it is meant. */
const WORDS_AROUND = 50;

/** The best kind of match that there is, and of that kind the one wanted. */
export function pick({ reply, items }: ReadReply, { name, role, after, nth = 0 }: Target): Item | undefined {
  const start = after === undefined ? 0 : reply.indexOf(after);
  if (start === -1) return undefined;
  const there = items.filter(({ at }) => at >= start || reply.slice(at, start).indexOf('\n') === -1);
  const wanted = plain(name);
  if (wanted === '') return there.filter((item) => item.role === role)[nth];
  const isCalled = ({ names }: Item) => names.some((one) => plain(one) === wanted);
  const hasWords = ({ names }: Item) =>
    names.some((one) => one.length < wanted.length + WORDS_AROUND && plain(one).includes(wanted));
  const hasRole = (item: Item) => role === undefined || item.role === role;
  const kinds = [
    there.filter((item) => hasRole(item) && isCalled(item)),
    there.filter(isCalled),
    shortestFirst(there.filter((item) => hasRole(item) && hasWords(item))),
    shortestFirst(there.filter(hasWords)),
    behind(reply, there, name, role),
  ];
  return kinds.find((kind) => kind.length > 0)?.[nth];
}

const fields = new Set(['checkbox', 'combobox', 'radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'textbox']);

/** Where a field has no name, the words in front of it tell what it is for. */
function behind(reply: string, items: readonly Item[], name: string, role = ''): Item[] {
  if (!fields.has(role)) return [];
  const words = reply.indexOf(name);
  const next = items.find((item) => item.at > words && item.role === role);
  return words === -1 || next === undefined ? [] : [next];
}

function shortestFirst(items: readonly Item[]): Item[] {
  const length = ({ names }: Item) => Math.min(...names.map((name) => name.length));
  return [...items].sort((a, b) => length(a) - length(b));
}

function plain(name: string): string {
  return name.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
