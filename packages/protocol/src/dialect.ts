// Detects from the first four bytes which of the two protocols a socket client speaks.

/** `undecided`: more bytes are needed. `unknown`: neither; the connection is closed. */
export type Dialect = 'framed' | 'lines' | 'undecided' | 'unknown';

/** The highest fourth byte of a frame up to 64 MiB: 0x04000000. No JSON text has a byte that low. */
const HIGHEST_FRAME_BYTE = 0x04;
const JSON_START = new Set([...' \t\r\n{["-0123456789tfn'].map((character) => character.charCodeAt(0)));

/**
 * The fourth byte decides: a frame length within the cap and a JSON text never have it in common. The first byte alone does
 * not: a newline is also the first byte of every frame of 10, 266, 522… bytes.
 */
export function sniffDialect(bytes: Uint8Array): Dialect {
  const [first, , , fourth] = bytes;
  if (first === undefined || fourth === undefined) return 'undecided';
  if (fourth <= HIGHEST_FRAME_BYTE) return 'framed';
  return JSON_START.has(first) ? 'lines' : 'unknown';
}
