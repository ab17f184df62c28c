// Writes items as indented lines within a budget, and says of whatever is left out which ref shows it.
import type { FrameSlot } from '../base/page-calls.ts';
import { tokensIn } from '../base/tokens.ts';
import { foldsOf, sizeOf } from './folds.ts';
import { groupAt, groupLine, isMereWrapper } from './groups.ts';
import { itemRef, lineOf, nodeRef, type RefOf, rowLine, runLength, runLine } from './lines.ts';
import { type Item, isText, type PageNode } from './tree.ts';

/** How much of a page is written. */
export interface Detail {
  /** Of a run of siblings of one shape. */
  readonly members: number;
  /** Of a text. */
  readonly textChars: number;
}

export interface WriterOptions {
  readonly maxTokens: number;
  readonly detail: Detail;
  readonly refOf: RefOf;
}

/** What remains of the budget for lines that say what was left out. */
const RESERVE = 0.9;
/** A text is begun with at least so many of its characters, however little room there is. */
const MIN_TEXT_CHARS = 80;

export class Writer {
  readonly #options: WriterOptions;
  readonly #lines: string[] = [];
  #tokensLeft: number;
  /** Whether something was left out because the budget was used up. */
  isOver = false;
  readonly frames: FrameSlot[] = [];
  omitted = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#tokensLeft = Math.floor(options.maxTokens * RESERVE);
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  items(items: readonly Item[], depth: number, parent?: PageNode): void {
    const folds = foldsOf(items, this.#options.detail.members);
    for (let at = 0; at < items.length; ) {
      const foldEnd = folds.get(at);
      if (foldEnd !== undefined) {
        this.#leaveOut(items, at, foldEnd, depth, parent, 'more like these');
        at = foldEnd;
      } else if (this.#tokensLeft <= 0) {
        this.isOver = true;
        this.#leaveOut(items, at, items.length, depth, parent, 'more');
        return;
      } else at += this.#one(items, at, nextFold(folds, at, items.length), depth, parent);
    }
  }

  /** Writes what stands there, nothing from `until` on, and returns how many items that were. */
  #one(items: readonly Item[], at: number, until: number, depth: number, parent: PageNode | undefined): number {
    const run = Math.min(runLength(items, at), until - at);
    if (run > 0) {
      this.#line(depth, `text ${this.#runText(items.slice(at, at + run), parent)}`);
      return run;
    }
    const group = groupAt(items, at).slice(0, until - at);
    if (group.length > 1) {
      this.#line(depth, groupLine(group, this.#options.refOf));
      return group.length;
    }
    const item = items[at];
    if (item !== undefined && !isText(item)) this.#node(item, depth);
    return 1;
  }

  #node(node: PageNode, depth: number): void {
    const { detail, refOf } = this.#options;
    const { children } = node;
    const [only] = children;
    if (only !== undefined && !isText(only) && isMereWrapper(node)) {
      this.#node(only, depth);
      return;
    }
    const row = rowLine(node, detail.textChars, refOf);
    if (row !== undefined) {
      this.#line(depth, row);
      return;
    }
    const isOneLine = children.length > 0 && runLength(children, 0) === children.length;
    const head =
      node.role === 'listitem' && node.name === '' ? `-${lineOf(node, refOf).slice(8)}` : lineOf(node, refOf);
    const words = isOneLine ? this.#runText(children, node) : '';
    this.#line(depth, words === '' ? head : head === '-' ? `- ${words}` : `${head}: ${words}`);
    if (node.frameIndex !== undefined) {
      const ref = nodeRef(node, refOf);
      this.frames.push({ index: node.frameIndex, line: this.#lines.length, depth: depth + 1, ref });
    }
    if (!isOneLine) this.items(children, depth + 1, node);
  }

  #runText(run: readonly Item[], parent: PageNode | undefined): string {
    const { detail, refOf } = this.#options;
    const roomChars = Math.max(this.#tokensLeft * 3, MIN_TEXT_CHARS);
    const { text, cuts } = runLine(run, parent, Math.min(detail.textChars, roomChars), refOf);
    this.omitted += cuts;
    if (cuts > 0 && roomChars < detail.textChars) this.isOver = true;
    return text;
  }

  /** Names the items from `start` to `end` by the one before them and their number: e41+492. */
  #leaveOut(
    items: readonly Item[],
    start: number,
    end: number,
    depth: number,
    parent: PageNode | undefined,
    words: string,
  ): void {
    const { refOf } = this.#options;
    const count = end - start;
    this.omitted += items.slice(start, end).reduce((sum, item) => sum + sizeOf(item), 0);
    const before = items[start - 1];
    // Without an item before them the whole of what holds them is read.
    const isAfter = before !== undefined && before.element !== parent?.element;
    const where = isAfter ? `: ${itemRef(before, parent, refOf)}+${count}` : holderOf(parent, refOf);
    this.#lines.push(`${' '.repeat(depth)}… ${count} ${words}${where}`);
  }

  #line(depth: number, text: string): void {
    const line = ' '.repeat(depth) + text;
    this.#lines.push(line);
    this.#tokensLeft -= tokensIn(`\n${line}`);
  }
}

function nextFold(folds: ReadonlyMap<number, number>, at: number, end: number): number {
  return Math.min(...[...folds.keys()].filter((start) => start > at), end);
}

function holderOf(parent: PageNode | undefined, refOf: RefOf): string {
  return parent === undefined ? '' : `: ${nodeRef(parent, refOf)}`;
}
