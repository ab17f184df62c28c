// Many small things of one kind beside each other, which share a line: options, items of a menu or a tree, links of a list.
import { lineOf, type RefOf } from './lines.ts';
import { isBare, quoted } from './quote.ts';
import { type Item, isText, type PageNode } from './tree.ts';

const shared = new Set(['link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'tab', 'treeitem']);
/** Fewer read better on lines of their own, and more than that on more lines than one. */
const MIN_MEMBERS = 4;
const MAX_MEMBERS = 20;

/** The members from there on; empty where they are too few. */
export function groupAt(items: readonly Item[], start: number): PageNode[] {
  const members: PageNode[] = [];
  for (const item of items.slice(start, start + MAX_MEMBERS)) {
    const member = isText(item) ? undefined : unwrapped(item);
    const isLike = member !== undefined && isShared(member) && member.role === (members[0]?.role ?? member.role);
    if (!isLike) break;
    members.push(member);
  }
  return members.length < MIN_MEMBERS ? [] : members;
}

/** The role is said once. */
export function groupLine(members: readonly PageNode[], refOf: RefOf): string {
  const [first] = members;
  const role = first?.role ?? '';
  const words = members.map((member) => withBareName(member, lineOf(member, refOf).slice(role.length + 1)));
  return `${role} ${words.join(', ')}`;
}

/** Quotes are left out where nothing in a name could be taken for what comes after it. */
function withBareName({ name }: PageNode, words: string): string {
  const mayStand = /^[\p{L}\p{N}][\p{L}\p{N} .:()/&'-]*$/u.test(name) && isBare(name);
  return mayStand ? name + words.slice(quoted(name).length) : words;
}

/** A cell or list item around one single thing says nothing that the thing does not. */
export function isMereWrapper({ role, name, mayAct, children }: PageNode): boolean {
  if (mayAct || name !== '' || children.length !== 1) return false;
  return role === 'cell' || role === 'gridcell' || role === 'listitem';
}

function unwrapped(node: PageNode): PageNode {
  const [only] = node.children;
  return only !== undefined && !isText(only) && isMereWrapper(node) ? only : node;
}

function isShared({ role, name, children }: PageNode): boolean {
  return name !== '' && children.length === 0 && shared.has(role);
}
