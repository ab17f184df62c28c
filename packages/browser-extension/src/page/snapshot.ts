// Writes the tree of a page as text within a budget, and says where what was left out can be read.
import type { FrameSlot, SnapshotArgs, SnapshotResult } from './calls.ts';
import { frameIndexOf } from './frames.ts';
import type { Refs } from './refs.ts';
import { type Item, itemsUnder, type PageNode } from './tree.ts';

export function snapshot(args: SnapshotArgs, refs: Refs): SnapshotResult {
  const root = args.ref === undefined ? document.body : refs.find(args.ref).element;
  const frameIndex = root === null ? undefined : frameIndexOf(root);
  if (frameIndex !== undefined) return { text: '', omitted: 0, frames: [], frameIndex };
  return write(root === null ? [] : itemsUnder(root), args.maxChars, refs);
}

/** One line for each item, indented by its depth. */
export function write(items: readonly Item[], maxChars: number, refs: Refs): SnapshotResult {
  const writer = new Writer(maxChars, refs);
  writer.items(items, 0);
  return { text: writer.text, omitted: writer.omitted, frames: writer.frames };
}

/** What remains of the budget for lines that say what was left out. */
const RESERVE = 0.9;

class Writer {
  readonly #refs: Refs;
  readonly #lines: string[] = [];
  #charsLeft: number;
  readonly frames: FrameSlot[] = [];
  omitted = 0;

  constructor(maxChars: number, refs: Refs) {
    this.#refs = refs;
    this.#charsLeft = Math.floor(maxChars * RESERVE);
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  items(items: readonly Item[], depth: number, parent?: PageNode): void {
    let omitted = 0;
    for (const item of items) {
      if (this.#charsLeft <= 0) omitted += sizeOf(item);
      else if (typeof item === 'string') this.#line(depth, `text ${item}`);
      else this.#node(item, depth);
    }
    if (omitted === 0) return;
    this.omitted += omitted;
    const place = parent === undefined ? '' : ` in ${refOf(parent, this.#refs)}`;
    this.#lines.push(`${' '.repeat(depth)}… ${omitted} more${place}`);
  }

  #node(node: PageNode, depth: number): void {
    const [only] = node.children;
    if (isMereWrapper(node) && typeof only === 'object') {
      this.#node(only, depth);
      return;
    }
    const isOneText = node.children.length === 1 && typeof only === 'string' && node.name === '';
    this.#line(depth, lineOf(node, this.#refs) + (isOneText ? `: ${only}` : ''));
    if (node.frameIndex !== undefined) {
      const ref = refOf(node, this.#refs);
      this.frames.push({ index: node.frameIndex, line: this.#lines.length, depth: depth + 1, ref });
    }
    if (!isOneText) this.items(node.children, depth + 1, node);
  }

  #line(depth: number, text: string): void {
    const line = ' '.repeat(depth) + text;
    this.#lines.push(line);
    this.#charsLeft -= line.length + 1;
  }
}

/** Role, name, ref, states and value of one thing. */
export function lineOf(node: PageNode, refs: Refs): string {
  const parts = [
    node.role,
    node.name === '' ? '' : JSON.stringify(node.name),
    node.mayAct ? refOf(node, refs) : '',
    ...node.states,
    node.value === undefined ? '' : `= ${JSON.stringify(node.value)}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function refOf({ element, role, name }: PageNode, refs: Refs): string {
  return refs.refOf(element, name === '' ? role : `${role} ${JSON.stringify(name)}`);
}

/** A cell or list item around one single thing says nothing that the thing does not. */
function isMereWrapper({ role, name, children }: PageNode): boolean {
  return children.length === 1 && name === '' && (role === 'cell' || role === 'gridcell' || role === 'listitem');
}

function sizeOf(item: Item): number {
  if (typeof item === 'string') return 1;
  return item.children.reduce((sum, child) => sum + sizeOf(child), 1);
}
