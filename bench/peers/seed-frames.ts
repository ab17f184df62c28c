// Seed 000's way with frames, without its cap: one buffer that is joined anew with every piece, and cut at every message.

const HEADER_BYTES = 4;

export class SeedFrameDecoder {
  #backlog = Buffer.alloc(0);

  push(piece: Buffer): unknown[] {
    this.#backlog = Buffer.concat([this.#backlog, piece]);
    const messages: unknown[] = [];
    while (this.#backlog.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + this.#backlog.readUInt32LE(0);
      if (this.#backlog.length < end) break;
      messages.push(JSON.parse(this.#backlog.toString('utf8', HEADER_BYTES, end)));
      this.#backlog = this.#backlog.subarray(end);
    }
    return messages;
  }
}

export function encodeSeedFrame(json: string): Buffer {
  const payload = Buffer.from(json, 'utf8');
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(payload.length, 0);
  return Buffer.concat([header, payload]);
}
