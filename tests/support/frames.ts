// Frames by hand, written apart from the product's own code so that a mistake there cannot hide here.
import type { Readable } from 'node:stream';

export type Json = Record<string, unknown>;

export function frame(message: unknown): Buffer {
  return rawFrame(Buffer.from(JSON.stringify(message)));
}

/** Any bytes with the length they have, or with one that is a lie. */
export function rawFrame(payload: Uint8Array, length = payload.byteLength): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(length);
  return Buffer.concat([header, payload]);
}

/** Hands out every frame's JSON and its size; throws on bytes that are no frame. */
export function readFrames(stream: Readable, onFrame: (message: Json, byteLength: number) => void): void {
  let pieces: Buffer[] = [];
  let held = 0;
  stream.on('data', (piece: Buffer) => {
    pieces.push(piece);
    held += piece.byteLength;
    for (;;) {
      const first = pieces[0];
      if (first === undefined || held < 4) return;
      if (first.byteLength < 4) pieces = [Buffer.concat(pieces)];
      const length = (pieces[0] ?? first).readUInt32LE(0);
      if (held < 4 + length) return;
      const all = pieces.length === 1 ? (pieces[0] ?? first) : Buffer.concat(pieces);
      onFrame(JSON.parse(all.subarray(4, 4 + length).toString('utf8')), length);
      pieces = [all.subarray(4 + length)];
      held = all.byteLength - 4 - length;
    }
  });
}
