// Large texts, for which VS Code's usual ways take seconds: a hidden document holds two more copies of the text, and a byte order
// mark makes Chromium decode all of it to two bytes for each character.
import { isUtf8 } from 'node:buffer';

/** Below it neither takes time that a person notices. */
const MIN_BYTES = 1_000_000;
/** VS Code's own limit for documents of extensions, which Accept needs. */
const MAX_BYTES = 50 * 1024 * 1024;

const MARK = '\uFEFF';

export interface LargeText {
  readonly text: string;
  readonly eol: '\n' | '\r\n';
}

/**
 * A large file's text as a document would have it, where all files are UTF-8. Undefined for other files, and where only VS Code
 * can tell because of bytes or mixed line endings.
 */
export function largeTextOf(bytes: Uint8Array): LargeText | undefined {
  if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES || bytes.includes(0) || !isUtf8(bytes)) return undefined;
  const decoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const text = decoded.startsWith(MARK) ? decoded.slice(MARK.length) : decoded;
  if (!text.includes('\r')) return { text, eol: '\n' };
  return /\r(?!\n)|(?<!\r)\n/.test(text) ? undefined : { text, eol: '\r\n' };
}

/**
 * The bytes of a draft, with a mark where VS Code could read them as anything but UTF-8. Elsewhere without one: the status bar
 * would say "UTF-8 with BOM", as if the change added one to the file.
 */
export function draftBytes(text: string, isAlwaysUtf8: () => boolean): Uint8Array {
  const bytes = Buffer.from(text);
  // Without one, VS Code takes a file with zero bytes for a binary one, and drops a mark of the text itself.
  const isSpecial = bytes.includes(0) || text.startsWith(MARK);
  const needsMark = isSpecial || !isAlwaysUtf8();
  return needsMark ? Buffer.concat([Buffer.from(MARK), bytes]) : bytes;
}
