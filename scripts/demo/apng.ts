// An animated PNG, which every browser plays and GitHub shows: the first picture whole, then only what changed.
import { changedArea, compress, type Pixels, PNG_SIGNATURE, writeChunk } from './pixels.ts';

export interface Frame {
  readonly pixels: Pixels;
  readonly ms: number;
}

/** All frames have the size of the first. It plays for ever. */
export function encodeApng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('There are no frames.');
  const { width, height } = first.pixels;
  let sequence = 0;
  const parts = frames.flatMap(({ pixels, ms }, at) => {
    const before = frames[at - 1]?.pixels;
    const area = before === undefined ? { x: 0, y: 0, width, height } : changedArea(before, pixels);
    const control = numbers(sequence, area.width, area.height, area.x, area.y);
    sequence += 1;
    // The delay in thousandths of a second; the frame stays, and the next one is drawn over it.
    const timing = Buffer.from([ms >> 8, ms & 0xff, 1000 >> 8, 1000 & 0xff, 0, 0]);
    const data = compress(pixels, area);
    const numbered = at === 0 ? data : Buffer.concat([numbers(sequence), data]);
    if (at > 0) sequence += 1;
    return [
      { type: 'fcTL', data: Buffer.concat([control, timing]) },
      { type: at === 0 ? 'IDAT' : 'fdAT', data: numbered },
    ];
  });
  const chunks = [
    // 8 bits, colour, no interlacing.
    { type: 'IHDR', data: Buffer.concat([numbers(width, height), Buffer.from([8, 2, 0, 0, 0])]) },
    { type: 'acTL', data: numbers(frames.length, 0) },
    ...parts,
    { type: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([PNG_SIGNATURE, ...chunks.map(writeChunk)]);
}

/** As PNG writes them: four bytes each, the highest first. */
function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}
