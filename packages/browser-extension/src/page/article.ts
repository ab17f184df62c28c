// The main text of a page, without menus and sidebars.
import { composedChildren, hiddenPart, oneLine } from './dom.ts';
import { quoted } from './quote.ts';
import { isSecret } from './secrets.ts';
import { UNSEEN } from './unseen.ts';
import { Visibility } from './visibility.ts';

const ASIDE = 'nav, aside, footer, [role="navigation"], [role="complementary"], [role="contentinfo"], [role="search"]';
/** A part with less than this share of the page's text is not its main part. */
const MAIN_SHARE = 0.3;

export function readText({ maxChars }: { readonly maxChars: number }): { text: string; omittedChars: number } {
  const { body } = document;
  if (body === null) return { text: '', omittedChars: 0 };
  const lines: string[] = [];
  collect(mainPart(body), { lines, visibility: new Visibility(), leftChars: maxChars });
  const text = lines.map(oneLine).filter(Boolean).join('\n');
  if (text.length <= maxChars) return { text, omittedChars: 0 };
  const end = text.lastIndexOf('\n', maxChars);
  const kept = text.slice(0, end > maxChars / 2 ? end : maxChars);
  return { text: kept, omittedChars: text.length - kept.length };
}

function mainPart(body: HTMLElement): Element {
  const all = body.textContent?.length ?? 0;
  const parts = [...body.querySelectorAll('article, main, [role="main"], [role="article"]')];
  const sizes = parts.map((part) => ({ part, size: part.textContent?.length ?? 0 })).sort((a, b) => b.size - a.size);
  const [largest] = sizes;
  return largest !== undefined && largest.size >= all * MAIN_SHARE ? largest.part : body;
}

interface Reading {
  readonly lines: string[];
  readonly visibility: Visibility;
  /** What comes after that is only counted. */
  leftChars: number;
}

function collect(parent: Element, reading: Reading): void {
  const { lines } = reading;
  for (const child of composedChildren(parent)) {
    if (child instanceof Text) lines.push((lines.pop() ?? '') + readable(child.data, parent, reading));
    else if (child instanceof Element) collectElement(child, reading);
  }
}

function readable(text: string, holder: Element, reading: Reading): string {
  const words = oneLine(text);
  if (words === '' || reading.leftChars <= 0) return text;
  reading.leftChars -= words.length;
  return reading.visibility.isHidden(holder) ? ` ${UNSEEN} ${quoted(words)} ` : text;
}

function collectElement(element: Element, reading: Reading): void {
  const { lines } = reading;
  if (element.matches(ASIDE) || isSecret(element)) return;
  const style = getComputedStyle(element);
  if (hiddenPart(element, style) === 'subtree' || ['button', 'select', 'svg', 'textarea'].includes(element.localName))
    return;
  const isCell = style.display === 'table-cell';
  const isBlock = !isCell && !style.display.startsWith('inline') && style.display !== 'contents';
  if (isBlock || element.localName === 'br') lines.push(markOf(element));
  collect(element, reading);
  if (isCell) lines.push(`${lines.pop() ?? ''} | `);
  if (isBlock) lines.push('');
}

function markOf({ localName }: Element): string {
  const level = /^h([1-6])$/.exec(localName)?.[1];
  if (level !== undefined) return `${'#'.repeat(Number(level))} `;
  return localName === 'li' ? '- ' : '';
}
