// Writes the tree of a page as text within a budget, and says where what was left out can be read.
import type { FrameSlot, SnapshotArgs, SnapshotResult } from './calls.ts';
import { frameIndexOf } from './frames.ts';
import type { Refs } from './refs.ts';
import { type Item, itemsUnder, type PageNode } from './tree.ts';

export function snapshot(args: SnapshotArgs, refs: Refs): SnapshotResult {
  const root = args.ref === undefined ? document.body : refs.find(args.ref).element;
  const frameIndex = root === null ? undefined : frameIndexOf(root);
  if (frameIndex !== undefined) return { text: '', omitted: 0, frames: [], frameIndex };
  const items = root === null ? [] : itemsUnder(root);
  // Whoever asks for one part wants its members, not a summary of them.
  return write(items, args.maxChars, refs, args.ref === undefined ? 'fold' : 'unfold');
}

/** One line for each item, indented by its depth. */
export function write(
  items: readonly Item[],
  maxChars: number,
  refs: Refs,
  top: 'fold' | 'unfold' = 'fold',
): SnapshotResult {
  const isTight = lengthOf(items, 0) > maxChars * RESERVE;
  const writer = new Writer(maxChars, refs, isTight);
  writer.items(items, 0, undefined, isTight && top === 'fold');
  return { text: writer.text, omitted: writer.omitted, frames: writer.frames };
}

/** What remains of the budget for lines that say what was left out. */
const RESERVE = 0.9;

class Writer {
  readonly #refs: Refs;
  /** Whether members of long lists are left out, so that the rest of the page finds room. */
  readonly #isTight: boolean;
  readonly #lines: string[] = [];
  #charsLeft: number;
  readonly frames: FrameSlot[] = [];
  omitted = 0;

  constructor(maxChars: number, refs: Refs, isTight: boolean) {
    this.#refs = refs;
    this.#isTight = isTight;
    this.#charsLeft = Math.floor(maxChars * RESERVE);
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  items(items: readonly Item[], depth: number, parent?: PageNode, mayFold = this.#isTight): void {
    const place = () => (parent === undefined ? '' : ` in ${refOf(parent, this.#refs)}`);
    const folds = mayFold ? foldsOf(items) : [];
    let omitted = 0;
    for (const [at, item] of items.entries()) {
      const fold = folds.find(({ start, end }) => at >= start && at < end);
      if (fold !== undefined) {
        this.omitted += sizeOf(item);
        if (at === fold.start) this.#line(depth, `… ${fold.end - fold.start} more like these${place()}`);
      } else if (this.#charsLeft <= 0) omitted += sizeOf(item);
      else if (typeof item === 'string') this.#line(depth, `text ${item}`);
      else this.#node(item, depth);
    }
    if (omitted === 0) return;
    this.omitted += omitted;
    this.#lines.push(`${' '.repeat(depth)}… ${omitted} more${place()}`);
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

/** Members of a run of siblings of one shape that are shown, and how many more there must be to leave them out. */
const SHOWN = 8;
const FOLDED_MIN = 4;

/** Stretches of items that only repeat the shape of those before them. */
function foldsOf(items: readonly Item[]): { readonly start: number; readonly end: number }[] {
  const folds: { start: number; end: number }[] = [];
  for (let start = 0; start < items.length; ) {
    const shape = shapeOf(items[start]);
    let end = start + 1;
    while (end < items.length && shapeOf(items[end]) === shape) end += 1;
    if (end - start >= SHOWN + FOLDED_MIN) folds.push({ start: start + SHOWN, end });
    start = end;
  }
  return folds;
}

function shapeOf(item: Item | undefined): string {
  if (item === undefined || typeof item === 'string') return 'text';
  const inner = item.children.map((child) => (typeof child === 'string' ? 'text' : child.role));
  return `${item.role}(${inner.join()})`;
}

/** About how many characters it takes to write all of it. */
function lengthOf(items: readonly Item[], depth: number): number {
  const SIGNS = 8;
  return items.reduce((sum, item) => {
    if (typeof item === 'string') return sum + depth + SIGNS + item.length;
    const own = item.role.length + item.name.length + (item.value?.length ?? 0) + item.states.join(' ').length;
    return sum + depth + SIGNS + own + lengthOf(item.children, depth + 1);
  }, 0);
}
