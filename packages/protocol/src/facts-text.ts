// Facts as lines of text, for readers that only get text.
import type { JsonObject } from './app.ts';
import { isRecord } from './error.ts';

/** One fact per line; multi-line texts below their name, lists of objects one below the other. */
export function factsText(facts: JsonObject): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => factText(name, value))
    .join('\n');
}

function factText(name: string, value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? `${name}:\n${value}` : `${name}: ${value}`;
  if (!Array.isArray(value))
    return isRecord(value) ? `${name}:\n${indented(factsText(value))}` : `${name}: ${wordOf(value)}`;
  if (!value.some(isRecord)) return `${name}: ${value.map(wordOf).join(', ')}`;
  return `${name}:\n${value.map((item) => (isRecord(item) ? `- ${indented(factsText(item)).trimStart()}` : `- ${wordOf(item)}`)).join('\n')}`;
}

/** Lists in lists are JSON: their own text loses the brackets, and may come from a `toString` of the sender's. */
function wordOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** Whether a text contains every value of a fact, word for word. */
export function isStatedIn(text: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isStatedIn(text, item));
  if (isRecord(value)) return Object.values(value).every((item) => isStatedIn(text, item));
  const word = wordOf(value);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true;
  }
  return false;
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char);
}
