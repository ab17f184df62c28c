// Large answers: whether they pass, and how long a ping waits while one is on its way.
import { setTimeout as delay } from 'node:timers/promises';
import { type Ack, ChunkSender, isRecord, PRODUCT_VERSION, WIRE } from '@sallyport/protocol';
import { within } from './deadline.ts';
import { Rig, type RigOptions } from './rig.ts';
import { pageText, readCall } from './subjects.ts';

const TRANSFER_DEADLINE_MS = 30_000;
/** At a fixed pace, whether the last one came back or not: else one long stall would count as one sample. */
const PING_EVERY_MS = 5;
const LAST_MOMENT_MS = 1000;
const SHORT_TEXT = pageText(100);

export interface Passage {
  /** Undefined when the answer never came. */
  readonly latencyMs: number | undefined;
  readonly hostLives: boolean;
}

/** One answer of that size, in one frame. */
export async function tryPassage(options: RigOptions, bytes: number): Promise<Passage> {
  const rig = new Rig(options);
  try {
    rig.answerWith(pageText(bytes));
    const client = await rig.connect('c0');
    const answer = client.call(client.frame(SHORT_TEXT)).catch(() => undefined);
    const latencyMs = await within(TRANSFER_DEADLINE_MS, `an answer of ${bytes} bytes`, answer);
    // A host that ends its work closes its sockets first and is gone a moment later.
    if (latencyMs === undefined) await Promise.race([rig.exited, delay(LAST_MOMENT_MS)]);
    return { latencyMs, hostLives: !rig.hasExited };
  } finally {
    await rig.close();
  }
}

export interface Waits {
  /** Milliseconds of every ping of the browser that was sent during the transfer. */
  readonly pings: readonly number[];
  /** The same of short calls of another client. */
  readonly calls: readonly number[];
  readonly transferMs: number;
}

/** Pings and short calls at a fixed pace while an answer of that size goes to another client. */
export async function measureWaits(options: RigOptions, bytes: number, inChunks: boolean): Promise<Waits> {
  const rig = new Rig(options);
  try {
    const browser = new LargeAnswerer(rig, pageText(bytes).toString());
    if (inChunks) await within(TRANSFER_DEADLINE_MS, 'the hello of the host', browser.greet());
    const [large, short] = [await rig.connect('large'), await rig.connect('short')];
    // Once before, so that the host has learnt that this browser side echoes ids.
    await short.call(short.frame(SHORT_TEXT));

    const pings: Promise<number>[] = [];
    const calls: Promise<number>[] = [];
    const pace = setInterval(() => {
      pings.push(browser.ping());
      calls.push(short.call(short.frame(SHORT_TEXT)));
    }, PING_EVERY_MS);
    try {
      const answer = large.call(large.frame(SHORT_TEXT));
      const transferMs = await within(TRANSFER_DEADLINE_MS, 'the large answer', answer);
      clearInterval(pace);
      const waits = Promise.all([Promise.all(pings), Promise.all(calls)]);
      const [pingMs, callMs] = await within(TRANSFER_DEADLINE_MS, 'the last pong', waits);
      return { pings: pingMs, calls: callMs, transferMs };
    } finally {
      clearInterval(pace);
    }
  } finally {
    await rig.close();
  }
}

/** A browser side that answers the client `large` with a large text, and everybody else with a short one. */
class LargeAnswerer {
  readonly #rig: Rig;
  readonly #text: string;
  readonly #sender: ChunkSender;
  readonly #pongs: ((at: number) => void)[] = [];
  #greeted: () => void = () => {};

  constructor(rig: Rig, text: string) {
    this.#rig = rig;
    this.#text = text;
    this.#sender = new ChunkSender({ post: (json) => rig.tell(Buffer.from(json)), now: () => performance.now() });
    rig.listen((payload) => this.#take(payload));
  }

  /** Says hello as our extension does; from then on large messages go in chunks. */
  greet(): Promise<void> {
    const greeted = new Promise<void>((resolve) => {
      this.#greeted = resolve;
    });
    this.#sender.send({
      type: 'hello',
      wire: WIRE,
      version: PRODUCT_VERSION,
      browser: { name: 'bench', version: '1' },
      profile: { id: 'bench' },
      capabilities: ['ids', 'chunks'],
      tools_hash: '',
    });
    return greeted;
  }

  async ping(): Promise<number> {
    const sentAt = performance.now();
    const pong = new Promise<number>((resolve) => this.#pongs.push(resolve));
    this.#rig.tell(Buffer.from('{"type":"ping"}'));
    return (await pong) - sentAt;
  }

  #take(payload: Buffer): void {
    const call = readCall(payload);
    if (call !== undefined) {
      const text = call.asker === 'large' ? this.#text : 'short';
      this.#sender.send({ type: 'tool_response', id: call.id, result: { asker: call.asker, text } });
      return;
    }
    const message: unknown = JSON.parse(payload.toString());
    if (!isRecord(message)) return;
    if (message.type === 'pong') this.#pongs.shift()?.(performance.now());
    if (message.type === 'ack') this.#sender.acknowledge(ackOf(message));
    if (message.type === 'hello') {
      this.#sender.allowChunks();
      this.#greeted();
    }
  }
}

function ackOf({ id, seq, error }: Record<string, unknown>): Ack {
  if (error !== undefined) throw new Error('the host refused a chunk');
  return { type: 'ack', id: String(id), seq: Number(seq) };
}
