// Writes an animated GIF (GIF89a) of frames of one size: one palette for all, and of each frame the part that changed.
import { lzwBlocks } from './lzw.ts';
import { binOf, type Palette } from './palette.ts';

export interface GifSize {
  readonly width: number;
  readonly height: number;
}

interface FrameOptions {
  readonly delayMs: number;
  /** Of the whole file. */
  readonly maxBytes: number;
}

/** What comes before the pixels of a frame: its delay, its place and the size of its codes. */
const FRAME_HEAD_BYTES = 19;
const END = Uint8Array.of(0x3b);

export class GifWriter {
  readonly #size: GifSize;
  readonly #palette: Palette;
  readonly #pieces: Uint8Array[] = [];
  #bytes = 0;
  #last: Uint8Array | undefined;

  constructor(size: GifSize, palette: Palette) {
    this.#size = size;
    this.#palette = palette;
    const { width, height } = size;
    this.#push(ascii('GIF89a'), short(width), short(height));
    // A global table of 256 colours.
    this.#push(Uint8Array.of(0xf7, 0, 0), palette.colours);
    // Shown again and again.
    this.#push(Uint8Array.of(0x21, 0xff, 11), ascii('NETSCAPE2.0'), Uint8Array.of(3, 1, 0, 0, 0));
  }

  /** False, with nothing written, if the file would then be larger. Every fourth byte is ignored: frames are opaque. */
  add(rgba: Uint8ClampedArray | Uint8Array, { delayMs, maxBytes }: FrameOptions): boolean {
    const { width, height } = this.#size;
    const pixels = new Uint8Array(width * height);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = this.#palette.ofBin[binOf(rgba, at * 4)] ?? 0;
    const part = this.#last === undefined ? { x: 0, y: 0, width, height } : changed(pixels, this.#last, this.#size);
    const blocks = lzwBlocks(partOf(pixels, part, width));
    if (this.#bytes + FRAME_HEAD_BYTES + blocks.length + END.length > maxBytes) return false;
    this.#last = pixels;
    // What was there stays; hundredths of a second.
    this.#push(Uint8Array.of(0x21, 0xf9, 4, 0x04), short(Math.round(delayMs / 10)), Uint8Array.of(0, 0));
    this.#push(Uint8Array.of(0x2c), short(part.x), short(part.y), short(part.width), short(part.height));
    this.#push(Uint8Array.of(0, 8), blocks);
    return true;
  }

  finish(): Uint8Array {
    const whole = new Uint8Array(this.#bytes + END.length);
    let at = 0;
    for (const piece of [...this.#pieces, END]) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  #push(...pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#bytes += piece.length;
    }
  }
}

interface Part extends GifSize {
  readonly x: number;
  readonly y: number;
}

/** The smallest part outside of which nothing changed; a frame needs one pixel at least. */
function changed(now: Uint8Array, before: Uint8Array, { width, height }: GifSize): Part {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < now.length; at += 1) {
    if (now[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function partOf(pixels: Uint8Array, { x, y, width, height }: Part, across: number): Uint8Array {
  const part = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * across + x;
    part.set(pixels.subarray(from, from + width), row * width);
  }
  return part;
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function short(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
}
