// A decoder of GIFs, written from the specification of the format alone, to see what an encoder has really written.

export interface DecodedGif {
  readonly width: number;
  readonly height: number;
  readonly isLooping: boolean;
  readonly frames: readonly DecodedFrame[];
}

export interface DecodedFrame {
  readonly delayMs: number;
  /** What the file holds of it. */
  readonly part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** As it is shown, over those before. */
  readonly rgba: Uint8Array;
}

export function decodeGif(bytes: Uint8Array): DecodedGif {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ascii = (from: number, count: number) => String.fromCharCode(...bytes.subarray(from, from + count));
  if (ascii(0, 6) !== 'GIF89a') throw new Error(`Not a GIF: ${ascii(0, 6)}`);
  const [width, height] = [data.getUint16(6, true), data.getUint16(8, true)];
  const flags = bytes[10] ?? 0;
  const colours = bytes.subarray(13, 13 + 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + colours.length;
  const canvas = new Uint8Array(width * height * 4);
  const frames: DecodedFrame[] = [];
  let [delayMs, isLooping] = [0, false];

  function blocks(): Uint8Array {
    const found: number[] = [];
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
      for (let inner = 1; inner <= length; inner += 1) found.push(bytes[at + inner] ?? 0);
      at += length + 1;
    }
    at += 1;
    return Uint8Array.from(found);
  }

  for (;;) {
    const kind = bytes[at];
    if (kind === 0x3b) return { width, height, isLooping, frames };
    if (kind === 0x21) {
      const label = bytes[at + 1];
      at += 2;
      if (label === 0xf9) delayMs = data.getUint16(at + 2, true) * 10;
      if (label === 0xff) isLooping = ascii(at + 1, 11) === 'NETSCAPE2.0';
      blocks();
    } else if (kind === 0x2c) {
      const [x, y, across, down] = [1, 3, 5, 7].map((offset) => data.getUint16(at + offset, true)) as [
        number,
        number,
        number,
        number,
      ];
      const codeSize = bytes[at + 10] ?? 0;
      at += 11;
      const pixels = unpack(blocks(), codeSize);
      if (pixels.length !== across * down) throw new Error(`${pixels.length} pixels for ${across} × ${down}`);
      for (const [index, colour] of pixels.entries()) {
        const place = ((y + Math.floor(index / across)) * width + x + (index % across)) * 4;
        canvas.set([...colours.subarray(colour * 3, colour * 3 + 3), 255], place);
      }
      frames.push({ delayMs, part: { x, y, width: across, height: down }, rgba: canvas.slice() });
    } else throw new Error(`An unknown block ${String(kind)} at ${at}`);
  }
}

function unpack(packed: Uint8Array, codeSize: number): number[] {
  const [clear, end] = [2 ** codeSize, 2 ** codeSize + 1];
  let table: number[][] = [];
  let size = codeSize + 1;
  const reset = () => {
    table = Array.from({ length: end + 1 }, (_, at) => [at]);
    size = codeSize + 1;
  };
  const pixels: number[] = [];
  let previous: number[] | undefined;
  for (let bit = 0; bit + size <= packed.length * 8; ) {
    let code = 0;
    for (let inner = 0; inner < size; inner += 1, bit += 1)
      code |= (((packed[bit >> 3] ?? 0) >> (bit & 7)) & 1) << inner;
    if (code === end) return pixels;
    if (code === clear) {
      reset();
      previous = undefined;
      continue;
    }
    const known = table[code] ?? (previous === undefined ? undefined : [...previous, previous[0] ?? 0]);
    if (known === undefined || code > table.length) throw new Error(`Code ${code} is not known.`);
    for (const pixel of known) pixels.push(pixel);
    if (previous !== undefined && table.length < 4096) table.push([...previous, known[0] ?? 0]);
    if (table.length === 2 ** size && size < 12) size += 1;
    previous = known;
  }
  throw new Error('The data ends without its end code.');
}
