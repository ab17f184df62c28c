// The bytes that the frame benchmark decodes: messages of one size and kind, framed, in pieces as a pipe delivers them.
import { seededRandom } from './measure.ts';

export const kinds = ['objects', 'one string', 'non-ASCII'] as const;
export type Kind = (typeof kinds)[number];

/** What a pipe hands over at once. */
const PIECE_BYTES = 64 * 1024;
const HEADER_BYTES = 4;
const SENTENCE = 'žluťoučký kůň, 早起きは三文の徳, Γνῶθι 🐎 ';

export interface FrameStream {
  readonly byteLength: number;
  readonly pieces: readonly Buffer[];
  /** Where the payloads lie in the joined pieces: what the limit may know beforehand. */
  readonly payloads: readonly { readonly start: number; readonly end: number }[];
}

/** As many messages as fit into `totalBytes`, at least one, all different and the same in every run. */
export function frameStream(kind: Kind, messageBytes: number, totalBytes: number): FrameStream {
  const random = seededRandom(messageBytes);
  const count = Math.max(1, Math.floor(totalBytes / messageBytes));
  const stride = HEADER_BYTES + messageBytes;
  const bytes = Buffer.alloc(count * stride);
  const payloads = Array.from({ length: count }, (_, index) => {
    const start = index * stride + HEADER_BYTES;
    bytes.writeUInt32LE(messageBytes, start - HEADER_BYTES);
    bytes.write(jsonOf(kind, messageBytes, random), start);
    return { start, end: start + messageBytes };
  });
  return { byteLength: bytes.length, pieces: cut(bytes), payloads };
}

/** JSON text of exactly so many bytes. */
export function jsonOf(kind: Kind, byteLength: number, random: () => number): string {
  const body = bodyOf(kind, byteLength, random);
  const [before, after] = [`{"body":${body},"pad":"`, '"}'];
  const missing = byteLength - Buffer.byteLength(before) - after.length;
  return `${before}${'.'.repeat(missing)}${after}`;
}

/** The part that makes the kind; it leaves room for the envelope and the padding around it. */
function bodyOf(kind: Kind, byteLength: number, random: () => number): string {
  const room = byteLength - 24;
  if (kind === 'one string') return `"${'x'.repeat(room)}"`;
  if (kind === 'non-ASCII') return `"${SENTENCE.repeat(Math.floor(room / Buffer.byteLength(SENTENCE)))}"`;
  const rows: string[] = [];
  for (let used = 2; ; ) {
    const row = JSON.stringify({ id: Math.floor(random() * 1e6), name: `row ${rows.length}`, isOpen: random() < 0.5 });
    used += row.length + 1;
    if (used > room) return `[${rows.join(',')}]`;
    rows.push(row);
  }
}

function cut(bytes: Buffer): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, index) =>
    // Each piece has its own memory, as pieces from a pipe have.
    Buffer.from(bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)),
  );
}
