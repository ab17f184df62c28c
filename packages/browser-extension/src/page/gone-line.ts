// Names what is not on the page anymore, on one line of bounded length.
import { tokensIn } from '../base/tokens.ts';
import { cut } from './dom.ts';
import { wordsIn } from './leaves.ts';
import { bareOrQuoted } from './quote.ts';
import { roleOf } from './roles.ts';
import { describe } from './target.ts';

/** What went is only named. */
const GONE_CHARS = 100;
/** And no more of it than this: a list that is filtered loses hundreds of options. */
const GONE_TOKENS = 80;

/** Undefined where none of the nodes has a name. */
export function goneLine(nodes: readonly Node[]): ((maxTokens: number) => string) | undefined {
  const first = nodes.findIndex((node) => nameOf(node) !== '');
  if (first === -1) return undefined;
  return (maxTokens) => {
    const names: string[] = [];
    let tokens = 0;
    let at = first;
    // A page can remove thousands of elements at once.
    for (; at < nodes.length && tokens < Math.min(maxTokens, GONE_TOKENS); at += 1) {
      const name = nameOf(nodes[at]);
      if (name !== '') names.push(name);
      tokens += tokensIn(name);
    }
    return names.join(' | ') + (at < nodes.length ? ` | … ${nodes.length - at} more` : '');
  };
}

function nameOf(node: Node | undefined): string {
  if (node === undefined) return '';
  const hasMeaning = node instanceof Element && roleOf(node) !== '';
  if (hasMeaning) return describe(node);
  // A drawing has no words, but may be drawn for something that has a name.
  const named = node instanceof SVGElement ? node.querySelector('[role][aria-label]') : null;
  return named === null ? goneWords(wordsIn(node)) : describe(named);
}

export function goneWords(text: string): string {
  return bareOrQuoted(cut(text, GONE_CHARS));
}
