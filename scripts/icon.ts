// The product's icon, drawn by code: a gate in a wall, its portcullis half raised over a lit way in.
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const CLEAR: Colour = [0, 0, 0, 0];
const WALL: Colour = [38, 50, 74, 255];
const LIGHT: Colour = [255, 196, 84, 255];
const IRON: Colour = [22, 29, 44, 255];
/** Points taken along each side of a pixel; their mean is its colour. */
const SAMPLES = 4;

/** The icon as a PNG file of `size` by `size` pixels. */
export function drawIcon(size: number): Buffer {
  const stride = 1 + size * 4;
  const rows = Buffer.alloc(size * stride);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) rows.set(pixel(x, y, size), y * stride + 1 + x * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a channel, colour type 6: red, green, blue, alpha.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixel(x: number, y: number, size: number): number[] {
  const sum = [0, 0, 0, 0];
  for (let sub = 0; sub < SAMPLES * SAMPLES; sub += 1) {
    const u = (x + ((sub % SAMPLES) + 0.5) / SAMPLES) / size;
    const v = (y + (Math.floor(sub / SAMPLES) + 0.5) / SAMPLES) / size;
    const [red, green, blue, alpha] = colourAt(u, v);
    for (const [channel, value] of [red * alpha, green * alpha, blue * alpha, alpha].entries()) {
      sum[channel] = (sum[channel] ?? 0) + value;
    }
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sum;
  const opaque = Math.max(alpha, 1);
  return [red / opaque, green / opaque, blue / opaque, alpha / SAMPLES ** 2].map(Math.round);
}

/** The drawing itself, on a square from 0 to 1 with the origin at the top left. */
function colourAt(u: number, v: number): Colour {
  if (!isInTower(u, v)) return CLEAR;
  if (!isInArch(u, v)) return WALL;
  return isOnPortcullis(u, v) ? IRON : LIGHT;
}

/** A tower with three merlons on top. */
function isInTower(u: number, v: number): boolean {
  if (u < 0.06 || u > 0.94 || v < 0.04 || v > 0.96) return false;
  const merlon = Math.floor(((u - 0.06) / 0.88) * 5) % 2 === 0;
  return v > 0.2 || merlon;
}

function isInArch(u: number, v: number): boolean {
  const [halfWidth, spring] = [0.27, 0.58];
  if (v > 0.96) return false;
  return v > spring ? Math.abs(u - 0.5) < halfWidth : Math.hypot(u - 0.5, v - spring) < halfWidth;
}

/** Bars that hang from the arch and end in the middle of the way. */
function isOnPortcullis(u: number, v: number): boolean {
  if (v > 0.64) return false;
  const bars = [0.32, 0.44, 0.56, 0.68];
  return bars.some((bar) => Math.abs(u - bar) < 0.026) || Math.abs(v - 0.52) < 0.024;
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
