// Frames in and out: our decoder and encoder beside seed 000's algorithm and the least that any implementation must do.
import { encodeFrame, FrameDecoder } from '@sallyport/protocol';
import type { Aim, Bench, BenchOptions, Report, Table } from './bench.ts';
import { type FrameStream, frameStream, jsonOf, type Kind, kinds } from './frame-streams.ts';
import { garbageCollector, interleave, median, processorMs, repeat, repeatsFor, seededRandom } from './measure.ts';
import { encodeSeedFrame, SeedFrameDecoder } from './peers/seed-frames.ts';
import { ratio, short } from './table.ts';

const MiB = 1024 * 1024;
const sizes = [
  { name: '100 B', bytes: 100 },
  { name: '10 KB', bytes: 10_000 },
  { name: '1 MB', bytes: 1_000_000 },
  { name: '64 MiB', bytes: 64 * MiB },
] as const;
type Size = (typeof sizes)[number];

const HEADER_BYTES = 4;
const AIM_FROM_BYTES = 10_000;
const AIM_OF_LIMIT = 0.9;
/** Long enough for the clock of the processor's time. */
const SAMPLE_MS = 10;
/** Small messages come in streams of this length. */
const STREAM_BYTES = 2_000_000;
const ROUNDS = { rounds: 15, warmUpRounds: 2 };
/** Garbage of 64 MiB is collected before each sample. Below that it is not: a forced collection slows the next 10 ms. */
const LARGE_ROUNDS = { rounds: 5, warmUpRounds: 1 };
/** At 64 MiB the seed's copying takes some 15 s whatever the bytes mean, so it runs once, on the kind that parses fastest. */
const SEED_LARGE_KIND: Kind = 'one string';

interface Line {
  readonly size: Size;
  readonly kind: Kind;
  readonly cells: readonly string[];
  /** Our speed as a share of the limit's, and of the seed's. */
  readonly ofLimit: number;
  readonly ofSeed: number;
  readonly copied: number;
}

export const framesBench: Bench = {
  name: 'frames',
  async run(options): Promise<Report> {
    const collect = garbageCollector();
    const decoding = await measureAll('decode', options, (size, kind) => measureDecoding(size, kind, collect));
    const encoding = await measureAll('encode', options, (size, kind) => measureEncoding(size, kind, collect));
    return {
      title: 'Frames: packages/protocol beside the seed and the limit',
      tables: [
        tableOf('Decoding, in pieces of 64 KiB, MB a second of processor time', ['copied'], decoding),
        tableOf('Encoding, MB a second of processor time', [], encoding),
      ],
      aims: [ofLimitAim(decoding), copiedAim(decoding), encodingAim(encoding)],
      notes: [
        'Limit of decoding: one concat of the pieces, then one UTF-8 decode and one JSON.parse a message, with its place known beforehand.',
        'Limit of encoding: one allocation of the exact size and one Buffer write.',
        'Seed: joins its backlog with every piece, here without its cap of 1 MB; at 64 MiB, where it moves 32 GiB, it ran once and on one kind.',
        'Copied: counted, not timed; how often a byte that arrived was copied.',
      ],
    };
  },
};

async function measureAll(
  what: string,
  { onProgress }: BenchOptions,
  measure: (size: Size, kind: Kind) => Promise<Line>,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const size of sizes) {
    onProgress(`${what} ${size.name}`);
    for (const kind of kinds) lines.push(await measure(size, kind));
  }
  return lines;
}

async function measureDecoding(size: Size, kind: Kind, collect: () => void): Promise<Line> {
  const stream = frameStream(kind, size.bytes, STREAM_BYTES);
  const isLarge = size.bytes > MiB;
  const repeats = isLarge ? 1 : repeatsFor(SAMPLE_MS, () => decodeAtLimit(stream));
  const sampleOf = (decode: (stream: FrameStream) => void) => () =>
    processorMs(() => repeat(repeats, () => decode(stream)));
  const samples = await interleave(
    [
      { name: 'ours', sample: sampleOf(decodeAsOurs) },
      { name: 'limit', sample: sampleOf(decodeAtLimit) },
      // Once, by itself: at 64 MiB it takes longer than all the rest together.
      { name: 'seed', sample: isLarge ? () => Number.NaN : sampleOf(decodeAsSeed) },
    ],
    isLarge ? { ...LARGE_ROUNDS, beforeEach: collect } : ROUNDS,
  );
  const copied = decodeAsOurs(stream) / stream.byteLength;
  return lineOf(size, kind, copied, {
    bytes: stream.byteLength * repeats,
    oursMs: median(samples('ours')),
    seedMs: isLarge && kind === SEED_LARGE_KIND ? sampleOf(decodeAsSeed)() : median(samples('seed')),
    limitMs: median(samples('limit')),
    more: [ratio(copied)],
  });
}

function decodeAsOurs({ pieces, payloads }: FrameStream): number {
  const decoder = new FrameDecoder({ maxBytes: 64 * MiB });
  let count = 0;
  for (const piece of pieces) for (const decoded of decoder.push(piece)) if (decoded.ok) count += 1;
  expectCount(count, payloads.length);
  return decoder.copiedBytes;
}

function decodeAsSeed({ pieces, payloads }: FrameStream): void {
  const decoder = new SeedFrameDecoder();
  let count = 0;
  for (const piece of pieces) count += decoder.push(piece).length;
  expectCount(count, payloads.length);
}

function decodeAtLimit({ pieces, payloads }: FrameStream): void {
  const bytes = Buffer.concat(pieces);
  let count = 0;
  for (const { start, end } of payloads) if (JSON.parse(bytes.toString('utf8', start, end)) !== undefined) count += 1;
  expectCount(count, payloads.length);
}

function expectCount(count: number, expected: number): void {
  if (count !== expected) throw new Error(`decoded ${count} messages of ${expected}`);
}

async function measureEncoding(size: Size, kind: Kind, collect: () => void): Promise<Line> {
  const json = jsonOf(kind, size.bytes, seededRandom(size.bytes));
  const isLarge = size.bytes > MiB;
  const repeats = isLarge ? 1 : repeatsFor(SAMPLE_MS, () => encodeAtLimit(json));
  const sampleOf = (encode: (json: string) => Uint8Array) => () =>
    processorMs(() => repeat(repeats, () => expectCount(encode(json).byteLength, HEADER_BYTES + size.bytes)));
  const samples = await interleave(
    [
      { name: 'ours', sample: sampleOf(encodeFrame) },
      { name: 'limit', sample: sampleOf(encodeAtLimit) },
      { name: 'seed', sample: sampleOf(encodeSeedFrame) },
    ],
    isLarge ? { ...LARGE_ROUNDS, beforeEach: collect } : ROUNDS,
  );
  return lineOf(size, kind, 0, {
    bytes: (HEADER_BYTES + size.bytes) * repeats,
    oursMs: median(samples('ours')),
    seedMs: median(samples('seed')),
    limitMs: median(samples('limit')),
    more: [],
  });
}

function encodeAtLimit(json: string): Buffer {
  const byteLength = Buffer.byteLength(json, 'utf8');
  const frame = Buffer.allocUnsafe(HEADER_BYTES + byteLength);
  frame.writeUInt32LE(byteLength, 0);
  frame.write(json, HEADER_BYTES, 'utf8');
  return frame;
}

interface Timing {
  readonly bytes: number;
  readonly oursMs: number;
  readonly seedMs: number;
  readonly limitMs: number;
  readonly more: readonly string[];
}

function lineOf(size: Size, kind: Kind, copied: number, { bytes, oursMs, seedMs, limitMs, more }: Timing): Line {
  const speed = (ms: number) => short(bytes / 1000 / ms);
  const ofLimit = limitMs / oursMs;
  const ofSeed = seedMs / oursMs;
  const cells = [
    `${size.name}, ${kind}`,
    speed(oursMs),
    speed(seedMs),
    speed(limitMs),
    ratio(ofLimit),
    ratio(ofSeed),
    ...more,
  ];
  return { size, kind, copied, ofLimit, ofSeed, cells };
}

function tableOf(caption: string, more: readonly string[], lines: readonly Line[]): Table {
  const head = ['message', 'ours', 'seed', 'limit', 'ours / limit', 'ours / seed', ...more];
  return { caption, head, rows: lines.map(({ cells }) => cells) };
}

function ofLimitAim(lines: readonly Line[]): Aim {
  const worst = worstOf(lines, (line) => line.ofLimit);
  return {
    what: `decoding at ${AIM_OF_LIMIT} of the limit or better from 10 KB up`,
    measured: `${ratio(worst.ofLimit)} at the least (${worst.size.name}, ${worst.kind})`,
    holds: worst.ofLimit >= AIM_OF_LIMIT,
  };
}

function copiedAim(lines: readonly Line[]): Aim {
  const copied = Math.max(...lines.map((line) => line.copied));
  return {
    what: 'the backlog is copied at most once',
    measured: `${copied.toFixed(3)} copies at the most`,
    holds: copied <= 1,
  };
}

function encodingAim(lines: readonly Line[]): Aim {
  const worst = worstOf(lines, (line) => line.ofSeed);
  return {
    what: 'encoding not slower than the seed from 10 KB up',
    measured: `${ratio(worst.ofSeed)} at the least (${worst.size.name}, ${worst.kind})`,
    holds: worst.ofSeed >= 1,
  };
}

function worstOf(lines: readonly Line[], speed: (line: Line) => number): Line {
  const counted = lines.filter(({ size }) => size.bytes >= AIM_FROM_BYTES);
  return counted.reduce((worst, line) => (speed(line) < speed(worst) ? line : worst));
}
