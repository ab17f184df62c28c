// Messages as they arrive from a peer under test: taken in order or by what they are, each with a deadline.
import { AssertionError } from 'node:assert';

interface Waiter<Message> {
  readonly isWanted: (message: Message) => boolean;
  readonly resolve: (message: Message) => void;
}

const DEADLINE_MS = 10_000;

export class MessageStream<Message> {
  /** Arrived and not taken yet. */
  readonly waiting: Message[] = [];
  /** Takes a message before anyone else when it returns true. */
  consume: (message: Message) => boolean = () => false;
  #waiters: Waiter<Message>[] = [];

  push(message: Message): void {
    if (this.consume(message)) return;
    const index = this.#waiters.findIndex(({ isWanted }) => isWanted(message));
    const [waiter] = index === -1 ? [] : this.#waiters.splice(index, 1);
    if (waiter === undefined) this.waiting.push(message);
    else waiter.resolve(message);
  }

  /** The first message that fits, from those that came already or the next that comes. */
  next(what = 'a message', isWanted: (message: Message) => boolean = () => true, deadlineMs = DEADLINE_MS) {
    const index = this.waiting.findIndex(isWanted);
    const [found] = index === -1 ? [] : this.waiting.splice(index, 1);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise<Message>((resolve, reject) => {
      const waiter: Waiter<Message> = {
        isWanted,
        resolve: (message) => {
          clearTimeout(timer);
          resolve(message);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        const others = JSON.stringify(this.waiting).slice(0, 500);
        reject(new AssertionError({ message: `Not within ${deadlineMs} ms: ${what}. Came instead: ${others}` }));
      }, deadlineMs);
      this.#waiters.push(waiter);
    });
  }
}
