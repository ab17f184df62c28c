// Cuts a server's stdout into lines within a bound. A line over it is dropped while it comes; whose it was is still read.

export type Line =
  | { readonly kind: 'line'; readonly text: string; readonly byteLength: number }
  | { readonly kind: 'oversized'; readonly id: string | number | undefined; readonly byteLength: number };

const NEWLINE = 0x0a;
/** JSON-RPC writers put the id first or last; so much of both ends is kept of a line that is dropped. */
const END_BYTES = 256;
const FIRST_ID = /^\s*\{(?:"jsonrpc":"2\.0",)?"id":(?:(\d+)|"([^"\\]*)")/;
const LAST_ID = /"id":(?:(\d+)|"([^"\\]*)")(?:,"jsonrpc":"2\.0")?\}\s*$/;

export class MessageLines {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #byteLength = 0;
  /** Set while a line over the bound goes by. */
  #dropping: { readonly head: Buffer; tail: Buffer } | undefined;

  constructor(options: { readonly maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  push(piece: Buffer): Line[] {
    const lines: Line[] = [];
    let rest = piece;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#hold(rest.subarray(0, end));
      const line = this.#take();
      if (line !== undefined) lines.push(line);
      rest = rest.subarray(end + 1);
    }
    this.#hold(rest);
    return lines;
  }

  #hold(piece: Buffer): void {
    if (piece.byteLength === 0) return;
    this.#byteLength += piece.byteLength;
    if (this.#dropping !== undefined) {
      this.#dropping.tail = lastOf(this.#dropping.tail, piece);
      return;
    }
    this.#pieces.push(piece);
    if (this.#byteLength <= this.#maxBytes) return;
    const held = Buffer.concat(this.#pieces);
    this.#dropping = {
      head: Buffer.from(held.subarray(0, END_BYTES)),
      tail: Buffer.from(held.subarray(-END_BYTES)),
    };
    this.#pieces = [];
  }

  #take(): Line | undefined {
    const byteLength = this.#byteLength;
    const dropped = this.#dropping;
    const [only] = this.#pieces;
    const bytes = this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#byteLength = 0;
    this.#dropping = undefined;
    if (dropped !== undefined) return { kind: 'oversized', id: idIn(dropped), byteLength };
    return byteLength === 0 ? undefined : { kind: 'line', text: bytes.toString('utf8'), byteLength };
  }
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
