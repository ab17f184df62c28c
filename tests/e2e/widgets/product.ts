// What the zoo asks of a product: its tools behind one small set of operations, and the refs in what it replies.
import type { ClickOptions, Direction, TypeOptions, UploadedFile } from './task.ts';

export interface Reply {
  readonly text: string;
  /** Of the whole result as it comes over the wire. */
  readonly bytes: number;
}

/** A thing in a reply that can be acted on. */
export interface Item {
  readonly ref: string;
  readonly role: string;
  /** What it may be called by: its name, and the words in it. */
  readonly names: readonly string[];
  /** Where its line begins in the reply. */
  readonly at: number;
}

export interface Product {
  readonly name: string;
  readonly meter: Meter;
  navigate(url: string): Promise<Reply>;
  look(): Promise<Reply>;
  /** The parts of the page that have these words. */
  search?(words: string): Promise<Reply>;
  waitFor(words: string): Promise<Reply>;
  itemsIn(reply: string): readonly Item[];
  /** Whether a reply says of its action that the page did not react. */
  isIdle(reply: string): boolean;
  click(ref: string, options: ClickOptions): Promise<Reply>;
  type(ref: string, text: string, options: TypeOptions): Promise<Reply>;
  press(key: string, ref: string | undefined): Promise<Reply>;
  select(ref: string, option: string): Promise<Reply>;
  set(ref: string, value: string): Promise<Reply>;
  drag(ref: string, toRef: string): Promise<Reply>;
  hover(ref: string): Promise<Reply>;
  scroll(ref: string, direction: Direction): Promise<Reply>;
  upload(ref: string, files: readonly UploadedFile[]): Promise<Reply>;
}

/** A tool's call; throws what a reply says that is an error. */
export type Call = (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Reply>;

/** What a product's calls have cost so far. */
export class Meter {
  calls = 0;
  bytes = 0;

  over(call: Call): Call {
    return async (tool, args) => {
      this.calls += 1;
      const reply = await call(tool, args);
      this.bytes += reply.bytes;
      return reply;
    };
  }
}
