// Text of others for the panel: one line, and nothing in it that a reader would not see.
import { visibleText } from '@sallyport/protocol';

/** What calls itself by such a text must not look like something else. */
export function plainText(text: string, maxChars: number): string {
  const line = visibleText(text).text.replace(/\s+/g, ' ').trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`;
}
