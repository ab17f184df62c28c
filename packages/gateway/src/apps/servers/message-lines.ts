// Splits a server's stdout into lines. A line over the limit is dropped as it arrives, except for its JSON-RPC id.

export type Line =
  | { readonly kind: 'line'; readonly text: string }
  /** A line that cannot be a JSON object. It is not decoded, because servers may flood with these. */
  | { readonly kind: 'noise'; readonly byteLength: number }
  | { readonly kind: 'oversized'; readonly id: string | number | undefined; readonly byteLength: number };

const NEWLINE = 0x0a;
const BRACE = 0x7b;
/** JSON-RPC writers put the id first or last; this much of both ends of a dropped line is kept. */
const END_BYTES = 256;
const FIRST_ID = /^\s*\{(?:"jsonrpc":"2\.0",)?"id":(?:(\d+)|"([^"\\]*)")/;
const LAST_ID = /"id":(?:(\d+)|"([^"\\]*)")(?:,"jsonrpc":"2\.0")?\}\s*$/;

export class MessageLines {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #byteLength = 0;
  /** Set while a line over the limit arrives. */
  #dropping: { head: Buffer; tail: Buffer } | undefined;

  constructor(options: { readonly maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  /** Bytes of the unfinished line that were dropped so far. */
  get droppedBytes(): number {
    return this.#dropping === undefined ? 0 : this.#byteLength;
  }

  push(piece: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      // Most lines arrive whole and need no buffering.
      const isWhole = this.#byteLength === 0 && end - start <= this.#maxBytes;
      const line = isWhole ? lineOf(piece, start, end) : this.#finish(piece.subarray(start, end));
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    this.#hold(piece.subarray(start));
    return lines;
  }

  #finish(piece: Buffer): Line | undefined {
    this.#hold(piece);
    const [byteLength, dropped, bytes] = [this.#byteLength, this.#dropping, Buffer.concat(this.#pieces)];
    this.#pieces = [];
    this.#byteLength = 0;
    this.#dropping = undefined;
    if (dropped !== undefined) return { kind: 'oversized', id: idIn(dropped), byteLength };
    return lineOf(bytes, 0, byteLength);
  }

  #hold(piece: Buffer): void {
    if (piece.byteLength === 0) return;
    this.#byteLength += piece.byteLength;
    if (this.#dropping !== undefined) {
      this.#dropping.head = firstOf(this.#dropping.head, piece);
      this.#dropping.tail = lastOf(this.#dropping.tail, piece);
      return;
    }
    this.#pieces.push(piece);
    if (this.#byteLength <= this.#maxBytes) return;
    const held = Buffer.concat(this.#pieces);
    this.#dropping = { head: Buffer.from(held.subarray(0, END_BYTES)), tail: Buffer.from(held.subarray(-END_BYTES)) };
    this.#pieces = [];
  }
}

function lineOf(bytes: Buffer, start: number, end: number): Line | undefined {
  let first = start;
  while (first < end && isBlank(bytes[first])) first += 1;
  if (first === end) return undefined;
  if (bytes[first] !== BRACE) return { kind: 'noise', byteLength: end - start };
  return { kind: 'line', text: bytes.toString('utf8', first, end) };
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function firstOf(head: Buffer, piece: Buffer): Buffer {
  const missing = END_BYTES - head.byteLength;
  return missing === 0 ? head : Buffer.concat([head, piece.subarray(0, missing)]);
}

function lastOf(tail: Buffer, piece: Buffer): Buffer {
  const joined = piece.byteLength >= END_BYTES ? piece : Buffer.concat([tail, piece]);
  return Buffer.from(joined.subarray(-END_BYTES));
}

function idIn({ head, tail }: { readonly head: Buffer; readonly tail: Buffer }): string | number | undefined {
  const found = FIRST_ID.exec(head.toString('latin1')) ?? LAST_ID.exec(tail.toString('latin1'));
  if (found === null) return undefined;
  return found[1] === undefined ? found[2] : Number(found[1]);
}
