// The reply of an editor tool: a structured object, and the same facts as text for clients that read only text.
import { factsText, type JsonObject, ours, type Reply } from '@sallyport/protocol';
import * as z from 'zod';

/** In every output, because Claude Code and Codex give their model only the object. */
export const message = z.string().optional().describe('What to know or do next.');

export interface Shown<Facts> {
  /** The main content, such as lines of a file. */
  readonly text?: string;
  /** Facts that `text` shows; the others come before it, one per line. */
  readonly shows?: readonly (keyof Facts)[];
  readonly message?: string | undefined;
}

export function editorReply<Facts extends JsonObject>(
  facts: Facts,
  { text = '', shows = [], message: said }: Shown<Facts> = {},
): Reply<Facts & { readonly message?: string }> {
  const rest = Object.fromEntries(Object.entries(facts).filter(([name]) => !shows.includes(name)));
  // Facts first: clients cut the end of long texts, and content could imitate lines after it.
  const head = [factsText(rest), said ?? ''].filter((line) => line !== '').join('\n');
  const whole = [head, text].filter((part) => part !== '').join('\n\n');
  return { facts: said === undefined ? facts : { ...facts, message: said }, parts: [ours(whole)] };
}
