// One stream of server-sent events, with comments as keep-alive.
import type { ServerResponse } from 'node:http';
import { type JsonObject, limits } from '@sallyport/protocol';

export class EventStream {
  readonly #response: ServerResponse;
  readonly #keepAlive: NodeJS.Timeout;
  readonly #onGone: () => void;
  #isOver = false;

  /** Sends the headers at once. `onGone` is called once when the client disconnects or is disconnected, not after end(). */
  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>, onGone: () => void) {
    this.#response = response;
    this.#onGone = onGone;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    response.once('close', () => this.#leave());
    this.#keepAlive = setInterval(() => this.#write(': keep-alive\n\n'), limits.door.keepAliveMs);
    this.#keepAlive.unref();
  }

  send(message: JsonObject): void {
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  /** May be called again. */
  end(): void {
    if (!this.#finish()) return;
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#isOver) return;
    // Disconnects a client that does not read, to bound the memory.
    if (this.#response.writableLength > limits.door.queueMaxBytes) this.#response.destroy();
    else this.#response.write(text);
  }

  #leave(): void {
    if (this.#finish()) this.#onGone();
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearInterval(this.#keepAlive);
    return true;
  }
}
