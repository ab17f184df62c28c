// What a snapshot is made of: elements with a role, and texts, collected line by line.
import { hasCssText } from './css-content.ts';
import { type Owned, oneLine, ownedIn } from './dom.ts';
import { listening } from './listening.ts';
import { Visibility } from './visibility.ts';

interface ItemBase {
  readonly element: Element;
  /** Whether it is on the same line of the page as the item before it. */
  readonly isInline: boolean;
}

export interface PageNode extends ItemBase {
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly value: string | undefined;
  readonly hasRef: boolean;
  /** The texts that form its name. */
  readonly parts?: readonly PageText[];
  /** What the field accepts, or class names of an element without a name. */
  readonly hint?: string;
  /** Set for an element that shows another document. */
  readonly frameIndex?: number;
  readonly children: readonly Item[];
  /** The texts inside that its name says already. */
  readonly nameTexts?: readonly PageText[];
}

/** Text between the nodes, in reading order; `element` is the box around it. */
export interface PageText extends ItemBase {
  readonly text: string;
  /** Its parts, if there are several. */
  readonly pieces?: readonly PageText[];
  /** Whether it is shown with a ref. */
  readonly hasRef?: boolean;
  /** Asked when the text is written: most of a large page is not. */
  readonly visibility?: Visibility;
}

export type Item = PageNode | PageText;

export function isText(item: Item): item is PageText {
  return 'text' in item;
}

/** The same for the whole walk. */
export interface Walk extends Owned {
  /** Whether a style sheet may put text into the page. */
  readonly hasCssText: boolean;
  readonly visibility: Visibility;
  /** Elements that listen for a pointer, though nothing in the document shows it. */
  readonly listening: ReadonlySet<Element>;
}

export function startWalk(document: Document): Walk {
  return {
    ...ownedIn(document),
    hasCssText: hasCssText(document),
    visibility: new Visibility(),
    listening: listening(),
  };
}

/** Collects the items under one node; joins text on the same line. */
export class Items {
  readonly walk: Walk;
  readonly list: Item[] = [];
  #isInline = false;

  constructor(walk: Walk) {
    this.walk = walk;
  }

  text(text: string, element: Element): void {
    const { visibility } = this.walk;
    const last = this.list.at(-1);
    if (this.#isInline && last !== undefined && isText(last)) {
      const piece = { text, element, isInline: true, visibility };
      this.list[this.list.length - 1] = {
        ...last,
        text: last.text + text,
        pieces: [...(last.pieces ?? [last]), piece],
      };
    } else if (oneLine(text) === '') return;
    else this.list.push({ text, element, isInline: this.#isInline, visibility });
    this.#isInline = true;
  }

  node(node: PageNode): void {
    this.list.push(this.#isInline ? { ...node, isInline: true } : node);
    this.#isInline = true;
  }

  lineBreak(): void {
    this.#isInline = false;
  }

  /** Without text that only repeats `name`, the name of the parent. */
  finished(name = ''): Item[] {
    return this.list
      .map((item) => (isText(item) ? { ...item, text: oneLine(item.text) } : item))
      .filter((item) => !isText(item) || (item.text !== '' && item.text !== name));
  }
}
