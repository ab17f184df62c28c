// The reply of an editor tool: the specification's object for programs, and the same facts as text for whoever reads only that.
import { factsText, type JsonObject, ours, type Reply } from '@sallyport/protocol';
import * as z from 'zod';

/** In every output: Claude Code and Codex hand their model the object and drop the text, so our sentence is in both. */
export const message = z.string().optional().describe('What to know or do next.');

export interface Shown<Facts> {
  /** The bulk of the reply as text, such as lines of a file. */
  readonly text?: string;
  /** The facts that this text shows; all others stand before it, one a line. */
  readonly shows?: readonly (keyof Facts)[];
  readonly message?: string | undefined;
}

export function editorReply<Facts extends JsonObject>(
  facts: Facts,
  { text = '', shows = [], message: said }: Shown<Facts> = {},
): Reply<Facts & { readonly message?: string }> {
  const rest = Object.fromEntries(Object.entries(facts).filter(([name]) => !shows.includes(name)));
  // Facts first: clients cut long texts at their end, and a file or a command could imitate lines that follow it.
  const head = [factsText(rest), said ?? ''].filter((line) => line !== '').join('\n');
  const whole = [head, text].filter((part) => part !== '').join('\n\n');
  return { facts: said === undefined ? facts : { ...facts, message: said }, parts: [ours(whole)] };
}
