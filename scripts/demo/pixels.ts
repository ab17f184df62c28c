// Pictures as plain pixels: read from the PNGs that a browser takes, and compressed again.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Three bytes a pixel, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

export function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = PNG_SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

export function writeChunk({ type, data }: Chunk): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
  return chunk;
}

/** Of 8-bit colour without interlacing, with or without an alpha channel, which is dropped: what browsers write. */
export function decodePng(png: Buffer): Pixels {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height, colour] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]];
  if (header[8] !== 8 || (colour !== 2 && colour !== 6) || header[12] !== 0)
    throw new Error('A PNG of a form not read here.');
  const size = colour === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []))));
  const stride = width * size;
  const rgb = new Uint8Array(width * height * 3);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const row = unfilter(raw[start] ?? 0, raw.subarray(start + 1, start + 1 + stride), above, size);
    for (let x = 0; x < width; x += 1) rgb.set(row.subarray(x * size, x * size + 3), (y * width + x) * 3);
    above = row;
  }
  return { width, height, rgb };
}

function unfilter(filter: number, line: Uint8Array, above: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(line.length);
  for (let at = 0; at < line.length; at += 1) {
    const left = row[at - size] ?? 0;
    const up = above[at] ?? 0;
    const corner = above[at - size] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    row[at] = (line[at] ?? 0) + guess;
  }
  return row;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The compressed rows of an area, unfiltered: drawn pages are flat, and filters make flat rows longer. */
export function compress({ width, rgb }: Pixels, area: Area): Buffer {
  const stride = area.width * 3;
  const raw = Buffer.alloc(area.height * (stride + 1));
  for (let y = 0; y < area.height; y += 1) {
    const from = ((area.y + y) * width + area.x) * 3;
    raw.set(rgb.subarray(from, from + stride), y * (stride + 1) + 1);
  }
  return deflateSync(raw, { level: 9, memLevel: 9 });
}

/** The smallest area that holds every pixel in which two pictures of one size differ; a single pixel where none does. */
export function changedArea(before: Pixels, after: Pixels): Area {
  let [left, top, right, bottom] = [after.width, after.height, -1, -1];
  for (let y = 0; y < after.height; y += 1) {
    for (let x = 0; x < after.width; x += 1) {
      const at = (y * after.width + x) * 3;
      if ([0, 1, 2].every((part) => before.rgb[at + part] === after.rgb[at + part])) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), y];
    }
  }
  if (right === -1) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
