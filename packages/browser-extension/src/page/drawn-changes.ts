// Changes that have no words: shapes that an action drew, moved or took away. Told where nothing else has changed.

import type { NetChanges } from './net-changes.ts';
import { classHint } from './reactive.ts';
import { isSeen } from './sight.ts';

/** The attributes that say where a shape is and how large. */
const GEOMETRY = 'cx cy d height points r rx ry transform viewBox width x x1 x2 y y1 y2'.split(' ');
/** A page that draws all the time says nothing by any single shape. */
const MAX_SHAPES = 100;
const DRAWN = 'canvas, img, picture, svg, svg *, video';

/** Apart from other changes: a drawing that never stands still does not keep a page from settling. */
export class Shapes {
  readonly #changed = new Set<Element>();
  #observer: MutationObserver | undefined;

  watch(roots: Iterable<Node>): void {
    this.#observer = new MutationObserver((records) => this.#note(records));
    for (const root of roots) this.#observer.observe(root, { subtree: true, attributeFilter: GEOMETRY });
  }

  changed(): readonly Element[] {
    this.#note(this.#observer?.takeRecords() ?? []);
    return [...this.#changed].filter((element) => element.isConnected && isSeen(element));
  }

  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#changed.clear();
  }

  #note(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      if (this.#changed.size >= MAX_SHAPES) return;
      if (target instanceof SVGElement) this.#changed.add(target);
    }
  }
}

export function drawnLines({ came, left }: NetChanges, changed: readonly Element[]): string[] {
  const isDrawn = (node: Node): node is Element => node instanceof Element && node.matches(DRAWN);
  const fresh = came.filter(isDrawn).filter((element) => isSeen(element));
  return [
    ...drawnLine('+', fresh),
    ...drawnLine('-', [...left.keys()].filter(isDrawn)),
    ...drawnLine('~', fresh.length > 0 ? [] : changed),
  ];
}

function drawnLine(sign: string, shapes: readonly Element[]): string[] {
  const [first] = shapes;
  if (first === undefined) return [];
  const hint = classHint(first);
  const more = shapes.length > 1 ? ` and ${shapes.length - 1} more` : '';
  return [`${sign} <${first.localName}>${hint === '' ? '' : ` (${hint})`}${more}`];
}
