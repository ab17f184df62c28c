// The README's moving picture: what the recorder writes is an animated PNG, and the one in the repository is small enough.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeApng } from '../../scripts/demo/apng.ts';
import { changedArea, decodePng, type Pixels, readChunks } from '../../scripts/demo/pixels.ts';
import { projectRoot } from '../support/test-sources.ts';

const MAX_BYTES = 1_500_000;

/** A grey picture with one pixel of another colour. */
function picture(width: number, height: number, x: number, y: number): Pixels {
  const rgb = new Uint8Array(width * height * 3).fill(128);
  rgb.set([255, 0, 7], (y * width + x) * 3);
  return { width, height, rgb };
}

describe('the recorder', () => {
  it('writes the first frame whole, and of the others only what changed', () => {
    const apng = encodeApng([
      { pixels: picture(8, 6, 2, 1), ms: 1400 },
      { pixels: picture(8, 6, 4, 3), ms: 90 },
    ]);
    const chunks = readChunks(apng);
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
    const second = chunks[4]?.data;
    // Sequence number, width, height, x, y; then the delay and its unit.
    expect([0, 4, 8, 12, 16].map((at) => second?.readUInt32BE(at))).toEqual([1, 3, 3, 2, 1]);
    expect([20, 22].map((at) => second?.readUInt16BE(at))).toEqual([90, 1000]);
    expect(inflateSync(chunks[5]?.data.subarray(4) ?? Buffer.alloc(0))).toHaveLength(3 * (1 + 3 * 3));
    expect(decodePng(apng)).toEqual(picture(8, 6, 2, 1));
  });

  it('knows two equal pictures', () => {
    expect(changedArea(picture(4, 4, 1, 1), picture(4, 4, 1, 1))).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
});

describe('docs/images/demo.png', () => {
  const demo = readFileSync(join(projectRoot, 'docs', 'images', 'demo.png'));

  it('moves, and is smaller than 1.5 MB', () => {
    expect(
      readChunks(demo)
        .find(({ type }) => type === 'acTL')
        ?.data.readUInt32BE(0),
    ).toBeGreaterThan(10);
    expect(demo.length).toBeLessThan(MAX_BYTES);
  });
});
