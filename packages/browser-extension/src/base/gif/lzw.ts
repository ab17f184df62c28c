// The compression of GIF: LZW with codes that grow from 9 to 12 bits, for pixels of 8 bits.

const CLEAR = 256;
const END = 257;
const CODES_MAX = 4096;
/** A prime some five times the number of codes, so that few places are taken twice. */
const PLACES = 20_011;

/** The blocks of image data, each with its length before it, and the empty one that ends them. */
export function lzwBlocks(pixels: Uint8Array): Uint8Array {
  const out = new BlockWriter(pixels.length);
  const keys = new Int32Array(PLACES).fill(-1);
  const codes = new Uint16Array(PLACES);
  let [next, bits] = [END + 1, 9];
  out.write(CLEAR, bits);
  let prefix = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    const key = (prefix << 8) | pixel;
    let place = key % PLACES;
    while (keys[place] !== -1 && keys[place] !== key) place = (place + 1) % PLACES;
    if (keys[place] === key) {
      prefix = codes[place] ?? 0;
      continue;
    }
    out.write(prefix, bits);
    prefix = pixel;
    if (next === CODES_MAX) {
      out.write(CLEAR, bits);
      keys.fill(-1);
      [next, bits] = [END + 1, 9];
      continue;
    }
    keys[place] = key;
    codes[place] = next;
    // The decoder learns a code one step later than we do.
    if (next === 1 << bits) bits += 1;
    next += 1;
  }
  if (pixels.length > 0) out.write(prefix, bits);
  // It has learned one more meanwhile.
  if (next === 1 << bits && bits < 12) bits += 1;
  out.write(END, bits);
  return out.finish();
}

const BLOCK_BYTES = 255;

class BlockWriter {
  #bytes: Uint8Array;
  #length = 1;
  #blockAt = 0;
  #held = 0;
  #heldBits = 0;

  constructor(guess: number) {
    this.#bytes = new Uint8Array(Math.max(guess >> 2, 1024));
  }

  write(code: number, bits: number): void {
    this.#held |= code << this.#heldBits;
    this.#heldBits += bits;
    for (; this.#heldBits >= 8; this.#heldBits -= 8) {
      this.#push(this.#held & 0xff);
      this.#held >>>= 8;
    }
  }

  finish(): Uint8Array {
    if (this.#heldBits > 0) this.#push(this.#held & 0xff);
    const length = this.#length - this.#blockAt - 1;
    if (length > 0) {
      this.#bytes[this.#blockAt] = length;
      this.#makeRoom();
      this.#bytes[this.#length] = 0;
      return this.#bytes.slice(0, this.#length + 1);
    }
    this.#bytes[this.#blockAt] = 0;
    return this.#bytes.slice(0, this.#blockAt + 1);
  }

  #push(byte: number): void {
    if (this.#length - this.#blockAt - 1 === BLOCK_BYTES) {
      this.#bytes[this.#blockAt] = BLOCK_BYTES;
      this.#blockAt = this.#length;
      this.#length += 1;
    }
    this.#makeRoom();
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  #makeRoom(): void {
    if (this.#length + 2 < this.#bytes.length) return;
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
