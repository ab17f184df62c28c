// A socket client that sends calls and measures how long each answer takes, reading lengths and its own name only.
import { connect, type Socket } from 'node:net';
import { frameOf, PayloadCutter } from './framing.ts';
import { callOf } from './subjects.ts';

interface Waiting {
  readonly sentAt: number;
  readonly resolve: (latencyMs: number) => void;
  readonly reject: (error: Error) => void;
}

export class RigClient {
  readonly #socket: Socket;
  readonly #asker: string;
  readonly #mark: Buffer;
  readonly #waiting: Waiting[] = [];

  private constructor(socket: Socket, asker: string) {
    this.#socket = socket;
    this.#asker = asker;
    this.#mark = Buffer.from(`"asker":"${asker}"`);
    const cutter = new PayloadCutter();
    socket.on('data', (piece: Buffer) => {
      for (const payload of cutter.push(piece)) this.#take(payload);
    });
    socket.on('close', () => this.#rejectAll());
    socket.on('error', () => socket.destroy());
  }

  /** Names are one word of letters and digits. */
  static open(socketPath: string, asker: string): Promise<RigClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(socketPath);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RigClient(socket, asker));
      });
    });
  }

  /** The frame of a call, to be made once and sent often. */
  frame(text: Buffer): Buffer {
    return frameOf(...callOf(this.#asker, text));
  }

  /** Resolves with the milliseconds until the answer; rejects when the host closes the connection before. */
  call(frame: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) {
        reject(new Error('the host has closed the connection'));
        return;
      }
      this.#waiting.push({ sentAt: performance.now(), resolve, reject });
      this.#socket.write(frame);
    });
  }

  /** What is not for this client is skipped: seed 000 sends every answer to everybody. */
  #take(payload: Buffer): void {
    if (!payload.subarray(0, 64).includes(this.#mark)) return;
    const waiting = this.#waiting.shift();
    waiting?.resolve(performance.now() - waiting.sentAt);
  }

  #rejectAll(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the host closed the connection'));
  }

  async close(): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    this.#socket.destroy();
    await closed;
  }
}
