// What only looks different after an action, by its classes, styles and open state: told where nothing else has changed.
import { cut } from './dom.ts';
import { bareOrQuoted } from './quote.ts';
import { isSeen } from './sight.ts';
import { describe } from './target.ts';

/** An element, and its attributes as they were. */
export type AttributesBefore = ReadonlyMap<Element, ReadonlyMap<string, string | null>>;

const MAX_LINES = 2;
const LOOK_CHARS = 60;

/** Those about the target, or what is around or in it, first. */
export function lookLines(attributes: AttributesBefore, target: Element | undefined): string[] {
  const isNear = (element: Element) => target?.contains(element) === true || element.contains(target ?? null);
  const looks = [...attributes].flatMap(([element, before]) => {
    const look = isDrawn(element) ? [...before].flatMap(([name, old]) => lookOf(element, name, old)).join(' ') : '';
    return look === '' ? [] : [{ element, look }];
  });
  const near = looks.filter(({ element }) => isNear(element));
  const lines = (near.length > 0 ? near : looks).map(
    ({ element, look }) => `~ ${describe(element)} look: ${bareOrQuoted(cut(look, LOOK_CHARS))}`,
  );
  return [...new Set(lines)].slice(0, MAX_LINES);
}

/** Custom elements often have no box of their own, only their content has. */
function isDrawn(element: Element): boolean {
  return element.isConnected && (isSeen(element) || getComputedStyle(element).display === 'contents');
}

function lookOf(element: Element, name: string, old: string | null): string[] {
  const now = element.getAttribute(name);
  if (now === old || name === 'aria-hidden') return [];
  if (name === 'class') return difference(old, now, /\s+/);
  if (name === 'style') return difference(old, now, /;\s*/).filter((part) => part.startsWith('+'));
  return [now === null ? `-${name}` : `+${name}`];
}

function difference(old: string | null, now: string | null, separator: RegExp): string[] {
  const [before, after] = [old, now].map((list) => new Set((list ?? '').split(separator).filter(Boolean)));
  const came = [...(after ?? [])].filter((part) => before?.has(part) !== true).map((part) => `+${part}`);
  const went = [...(before ?? [])].filter((part) => after?.has(part) !== true).map((part) => `-${part}`);
  return came.length > 0 ? came : went;
}
