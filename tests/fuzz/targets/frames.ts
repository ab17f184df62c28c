// Native messaging frames: the decoder, whatever the cuts, and every reader of what it hands out.
import {
  ChunkAssembler,
  type Decoded,
  FrameDecoder,
  fromWireError,
  isRawCall,
  isRecord,
  parseClientHello,
  parseFromBrowser,
  parseLinkMessage,
  parseRawCall,
  parseReply,
  parseToBrowser,
  rawResultId,
  sniffDialect,
  toLinkResult,
  toWireError,
  toWireMessage,
} from '@sallyport/protocol';
import { bytesOf, damaged, mutated, pieces } from '../base/odd.ts';
import type { Random } from '../base/random.ts';
import { fieldOf, must, type Target, textsIn } from '../base/target.ts';
import { fromBrowser, hostRequests, linkMessages, toBrowser } from './samples.ts';

const caps = [64, 2000, 1_000_000] as const;

export const framesTarget: Target = {
  name: 'frames',
  generate(random) {
    const maxBytes = random.pick(caps);
    const stream = random.several(1, 5, () => frame(random, maxBytes)).join('');
    return { maxBytes, pieces: pieces(random, random.chance(0.2) ? damaged(random, stream) : stream) };
  },
  open: async () => ({
    async feed(input) {
      const maxBytes = Number(fieldOf(input, 'maxBytes')) || 1000;
      const parts = textsIn(input, 'pieces').map((piece) => Buffer.from(piece, 'latin1'));
      const decoder = new FrameDecoder({ maxBytes });
      const decoded = parts.flatMap((piece) => decoder.push(piece));
      const whole = new FrameDecoder({ maxBytes }).push(Buffer.concat(parts));
      must(said(decoded) === said(whole), () => 'Cut otherwise, the same bytes decode to other messages.');
      must(decoder.heldBytes <= maxBytes + 4, () => `The decoder holds ${decoder.heldBytes} bytes.`);
      sniffDialect(Buffer.concat(parts));
      const assembler = new ChunkAssembler({ post: () => {}, now: () => 0 });
      for (const each of decoded) if (each.ok) read(each.message, each.json, assembler);
    },
    close: async () => {},
  }),
};

function frame(random: Random, maxBytes: number): string {
  const sample = random.pick([
    random.pick(fromBrowser),
    random.pick(toBrowser),
    random.pick(linkMessages),
    random.pick(hostRequests),
  ]);
  const text = bytesOf(mutated(random, sample));
  const payload = random.chance(0.1) ? damaged(random, text) : text;
  const { length } = payload;
  const lies = [length - 1, length + 1, 0, maxBytes, maxBytes + 1, 2 ** 32 - 1] as const;
  const header = Buffer.alloc(4);
  header.writeUInt32LE(Math.max(0, random.chance(0.1) ? random.pick(lies) : length));
  return header.toString('latin1') + payload;
}

/** Every reader that gets such a message somewhere; none of them may throw. */
function read(message: unknown, json: string, assembler: ChunkAssembler): void {
  const parsed = parseFromBrowser(message);
  if (parsed.type === 'chunk') assembler.receive(parsed);
  parseToBrowser(message);
  const linked = parseLinkMessage(message);
  if (linked !== undefined) toWireMessage(linked);
  if (isRecord(message)) parseClientHello(message);
  toWireError(fromWireError(message));
  parseReply(message);
  if (isRawCall(json)) parseRawCall(json);
  const id = rawResultId(json);
  if (id !== undefined) {
    const { type } = JSON.parse(toLinkResult(json)) as { type?: unknown };
    must(typeof type === 'string', () => 'A result that is passed on as text is no message any more.');
  }
}

function said(decoded: readonly Decoded[]): string {
  return decoded.map((each) => (each.ok ? `+${each.json}` : `-${each.problem} ${each.byteLength}`)).join('\n');
}
