// Untrusted text for the panel: one line, without invisible characters.
import { visibleText } from '@sallyport/protocol';

export function plainText(text: string, maxChars: number): string {
  const line = visibleText(text).text.replace(/\s+/g, ' ').trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`;
}
