// One host under measurement: its process, the browser side on its stdio, and the clients on its socket.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { RigClient } from './client.ts';
import { within } from './deadline.ts';
import { frameOf, PayloadCutter } from './framing.ts';
import type { Subject } from './subjects.ts';

const START_MS = 10_000;
const EXIT_MS = 5_000;

export interface RigOptions {
  readonly subject: Subject;
  /** The Node that runs the host. */
  readonly node: string;
}

export class Rig {
  readonly subject: Subject;
  readonly startedAt = performance.now();
  readonly exited: Promise<void>;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #onPayload: (payload: Buffer) => void = () => {};

  constructor({ subject, node }: RigOptions) {
    this.subject = subject;
    this.#child = spawn(node, subject.args, { env: { ...subject.env }, stdio: ['pipe', 'pipe', 'ignore'] });
    this.exited = new Promise((resolve) => this.#child.once('close', () => resolve()));
    // A host that dies in the middle of a write is one of the things shown here, not a fault of the rig.
    this.#child.stdin.on('error', () => {});
    const cutter = new PayloadCutter();
    this.#child.stdout.on('data', (piece: Buffer) => {
      for (const payload of cutter.push(piece)) this.#onPayload(payload);
    });
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Says something to the host as the browser. */
  tell(...parts: readonly Buffer[]): void {
    this.#child.stdin.write(frameOf(...parts));
  }

  /** From now on every call is answered with this text. */
  answerWith(text: Buffer): void {
    this.listen((payload) => {
      const answer = this.subject.answer(payload, text);
      if (answer !== undefined) this.tell(...answer);
    });
  }

  /** Hands every message of the host to the listener, which takes the place of the one before. */
  listen(onPayload: (payload: Buffer) => void): void {
    this.#onPayload = onPayload;
  }

  /** Sends a ping as the browser; resolves with the milliseconds until the pong. Other messages pass by meanwhile. */
  async firstPongMs(): Promise<number> {
    const pong = new Promise<number>((resolve) => {
      this.listen((payload) => {
        if (payload.toString('latin1', 0, 64).includes('"type":"pong"')) resolve(performance.now() - this.startedAt);
      });
    });
    this.tell(Buffer.from('{"type":"ping"}'));
    return await within(START_MS, `pong of ${this.subject.name}`, pong);
  }

  async connect(asker: string): Promise<RigClient> {
    const deadline = performance.now() + START_MS;
    for (;;) {
      try {
        return await RigClient.open(this.subject.socketPath, asker);
      } catch (error) {
        // The host is still on its way to its socket.
        if (this.hasExited || performance.now() > deadline) throw error;
        await delay(5);
      }
    }
  }

  async connectMany(count: number): Promise<RigClient[]> {
    const clients: RigClient[] = [];
    for (let index = 0; index < count; index += 1) clients.push(await this.connect(`c${index}`));
    return clients;
  }

  /** Resident memory; not a number where the system has no /proc. */
  residentBytes(): number {
    try {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8'))?.[1];
      return Number(kilobytes) * 1024;
    } catch {
      return Number.NaN;
    }
  }

  /** As a browser does it: closes the pipe; kills only what does not go by itself. */
  async close(): Promise<void> {
    this.#child.stdin.destroy();
    try {
      await within(EXIT_MS, 'exit', this.exited);
    } catch {
      this.#child.kill('SIGKILL');
      await this.exited;
    }
  }
}
