// Writes items as indented lines within a budget, and names for everything omitted the ref that shows it.
import type { FrameSlot } from '../base/page-calls.ts';
import { tokensIn } from '../base/tokens.ts';
import { foldsOf, sizeOf } from './folds.ts';
import { groupAt, groupLine, isPlainWrapper } from './groups.ts';
import { type Item, isText, type PageNode } from './items.ts';
import { itemRef, lineOf, nodeRef, type RefOf, rowLine, runLength, runLine } from './lines.ts';

/** How much of a page is written. */
export interface Detail {
  /** Shown of a run of siblings of one shape. */
  readonly members: number;
  /** Shown of a text. */
  readonly textChars: number;
}

export interface WriterOptions {
  readonly maxTokens: number;
  readonly detail: Detail;
  readonly refOf: RefOf;
}

/** The rest of the budget is for the lines that name what was omitted. */
const CONTENT_SHARE = 0.9;
/** A text gets at least this many characters, however little budget is left. */
const MIN_TEXT_CHARS = 80;

export class Writer {
  readonly #options: WriterOptions;
  readonly #lines: string[] = [];
  #tokensLeft: number;
  /** Whether something was omitted because the budget was used up. */
  isOver = false;
  readonly frames: FrameSlot[] = [];
  omitted = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#tokensLeft = Math.floor(options.maxTokens * CONTENT_SHARE);
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  items(items: readonly Item[], depth: number, parent?: PageNode): void {
    const folds = foldsOf(items, this.#options.detail.members);
    for (let at = 0; at < items.length; ) {
      const foldEnd = folds.get(at);
      if (foldEnd !== undefined) {
        this.#omit(items, at, foldEnd, depth, parent, 'more like these');
        at = foldEnd;
      } else if (this.#tokensLeft <= 0) {
        this.isOver = true;
        this.#omit(items, at, items.length, depth, parent, 'more');
        return;
      } else at += this.#nextLine(items, at, nextFold(folds, at, items.length), depth, parent);
    }
  }

  /** Writes the next line, with no item from `until` on, and returns how many items it shows. */
  #nextLine(items: readonly Item[], at: number, until: number, depth: number, parent: PageNode | undefined): number {
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
    if (only !== undefined && !isText(only) && isPlainWrapper(node)) {
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
  #omit(
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
    // Without an item before them, the agent has to read the whole parent.
    const isAfter = before !== undefined && before.element !== parent?.element;
    const where = isAfter ? `: ${itemRef(before, parent, refOf)}+${count}` : parentRef(parent, refOf);
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

function parentRef(parent: PageNode | undefined, refOf: RefOf): string {
  return parent === undefined ? '' : `: ${nodeRef(parent, refOf)}`;
}
