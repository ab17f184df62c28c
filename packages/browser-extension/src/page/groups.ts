// Runs of small items of one role that share a line in a snapshot: options, menu items, tree items, links of a list.

import { type Item, isText, type PageNode } from './items.ts';
import { lineOf, type RefOf } from './lines.ts';
import { isBare, quoted } from './quote.ts';

const groupedRoles = new Set([
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'tab',
  'treeitem',
]);
/** Fewer members get a line each; more are split over several lines. */
const MIN_MEMBERS = 4;
const MAX_MEMBERS = 20;

/** The members from `start` on; empty if there are too few for a shared line. */
export function groupAt(items: readonly Item[], start: number): PageNode[] {
  const members: PageNode[] = [];
  for (const item of items.slice(start, start + MAX_MEMBERS)) {
    const member = isText(item) ? undefined : unwrapped(item);
    const isSameKind = member !== undefined && isGroupable(member) && member.role === (members[0]?.role ?? member.role);
    if (!isSameKind) break;
    members.push(member);
  }
  return members.length < MIN_MEMBERS ? [] : members;
}

/** Names the role once, then every member. */
export function groupLine(members: readonly PageNode[], refOf: RefOf): string {
  const [first] = members;
  const role = first?.role ?? '';
  const words = members.map((member) => withBareName(member, lineOf(member, refOf).slice(role.length + 1)));
  return `${role} ${words.join(', ')}`;
}

/** Omits the quotes around a name that cannot be mistaken for a ref or state. */
function withBareName({ name }: PageNode, words: string): string {
  const isUnambiguous = /^[\p{L}\p{N}][\p{L}\p{N} .:()/&'-]*$/u.test(name) && isBare(name);
  return isUnambiguous ? name + words.slice(quoted(name).length) : words;
}

/** A cell or list item around a single item adds nothing to that item. */
export function isPlainWrapper({ role, name, hasRef, children }: PageNode): boolean {
  if (hasRef || name !== '' || children.length !== 1) return false;
  return role === 'cell' || role === 'gridcell' || role === 'listitem';
}

function unwrapped(node: PageNode): PageNode {
  const [only] = node.children;
  return only !== undefined && !isText(only) && isPlainWrapper(node) ? only : node;
}

function isGroupable({ role, name, children }: PageNode): boolean {
  return name !== '' && children.length === 0 && groupedRoles.has(role);
}
