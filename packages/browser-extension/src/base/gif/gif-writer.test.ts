import { describe, expect, it } from 'vitest';
import { decodeGif } from '../../../../../tests/support/decode-gif.ts';
import { GifWriter } from './gif-writer.ts';
import { ColourCounts } from './palette.ts';

type Rgb = readonly [number, number, number];

function frameOf(width: number, height: number, colourAt: (x: number, y: number) => Rgb): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    rgba.set([...colourAt(at % width, Math.floor(at / width)), 255], at * 4);
  return rgba;
}

function encode(width: number, height: number, frames: readonly Uint8Array[]): Uint8Array {
  const counts = new ColourCounts();
  for (const frame of frames) counts.add(frame);
  const writer = new GifWriter({ width, height }, counts.palette());
  for (const frame of frames) writer.add(frame, { delayMs: 1200, maxBytes: Number.POSITIVE_INFINITY });
  return writer.finish();
}

/** The largest difference of a channel. */
function distance(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, at) => (at % 4 === 3 ? most : Math.max(most, Math.abs(value - (other[at] ?? 0)))), 0);
}

/** Always the same numbers. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a GIF', () => {
  it('has its frames back, whole, with their times, though only what changed is written', () => {
    const still = frameOf(90, 70, (x) => (x < 40 ? [255, 255, 255] : [16, 96, 200]));
    const moved = frameOf(90, 70, (x, y) =>
      x > 60 && x < 70 && y > 20 && y < 30 ? [200, 0, 0] : x < 40 ? [255, 255, 255] : [16, 96, 200],
    );
    const gif = encode(90, 70, [still, moved, moved, still]);
    const decoded = decodeGif(gif);
    expect(decoded).toMatchObject({ width: 90, height: 70, isLooping: true });
    expect(decoded.frames.map(({ delayMs }) => delayMs)).toEqual([1200, 1200, 1200, 1200]);
    expect(decoded.frames.map(({ part }) => part.width * part.height)).toEqual([6300, 81, 1, 81]);
    for (const [at, frame] of [still, moved, moved, still].entries()) {
      // Five bits a channel.
      expect(distance(decoded.frames[at]?.rgba ?? new Uint8Array(), frame)).toBeLessThanOrEqual(8);
    }
  });

  it.each([1, 2, 255, 256, 257, 4095, 4096, 5000, 65_000])(
    'of %i pixels that do not repeat is decoded pixel by pixel',
    (pixels) => {
      const random = noise(pixels);
      const colours = Array.from(
        { length: 200 },
        (_, at): Rgb => [(at % 8) * 32, (Math.floor(at / 8) % 8) * 32, Math.floor(at / 64) * 64],
      );
      const frame = frameOf(pixels, 1, () => colours[Math.floor(random() * 200)] ?? [0, 0, 0]);
      const [shown] = decodeGif(encode(pixels, 1, [frame])).frames;
      expect(distance(shown?.rgba ?? new Uint8Array(), frame)).toBeLessThanOrEqual(8);
    },
  );

  it('of one colour is small, and of more than 256 shows near ones', () => {
    expect(encode(800, 500, [frameOf(800, 500, () => [255, 255, 255])]).length).toBeLessThan(4000);
    const shades = frameOf(256, 256, (x, y) => [x, y, (x + y) >> 1]);
    const [shown] = decodeGif(encode(256, 256, [shades])).frames;
    expect(distance(shown?.rgba ?? new Uint8Array(), shades)).toBeLessThanOrEqual(40);
  });

  it('takes no frame for which it has no room, to the byte, and is whole without it', () => {
    const [white, blue] = [frameOf(90, 70, () => [255, 255, 255]), frameOf(90, 70, () => [16, 96, 200])];
    const { length } = encode(90, 70, [white, blue]);
    for (const [maxBytes, frames] of [
      [length, 2],
      [length - 1, 1],
    ] as const) {
      const counts = new ColourCounts();
      for (const frame of [white, blue]) counts.add(frame);
      const writer = new GifWriter({ width: 90, height: 70 }, counts.palette());
      const added = [white, blue].filter((frame) => writer.add(frame, { delayMs: 1200, maxBytes }));
      expect([added.length, decodeGif(writer.finish()).frames.length]).toEqual([frames, frames]);
    }
  });
});
